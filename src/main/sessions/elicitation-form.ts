import { z } from 'zod';
import { AppError } from '../../shared/errors';
import { checkField, FormField, type FormValues, withoutEmptyValues } from '../../shared/form';
import { escapeInvisible } from '../../shared/invisible';
import { isJsonObject, type JsonObject } from '../../shared/json-object';
import { truncateLine } from '../../shared/truncate';

/** A form for what an MCP server asks, and the way back from its values to what the server expects. */
export interface ElicitationForm {
  readonly fields: FormField[];
  readonly toContent: (values: FormValues) => JsonObject;
}

const mostFields = 100;
const mostOptions = 500;
/** In characters. The server writes these texts. */
const longestLabel = 200;
const longestDescription = 2_000;
/** A text that may be longer than this gets several lines. */
const longestLine = 300;

/** A keyword of JSON Schema. One of the wrong type counts as missing, because the server checks the answer itself. */
const keyword = <T>(schema: z.ZodType<T>) => schema.optional().catch(undefined);
const text = keyword(z.string());
const number = keyword(z.number());
const Choice = z.looseObject({ const: z.string(), title: text });
const Choices = z.looseObject({
  enum: z.array(z.string()).optional(),
  enumNames: keyword(z.array(z.string())),
  oneOf: z.array(Choice).optional(),
  anyOf: z.array(Choice).optional(),
});
const About = z.looseObject({ title: text, description: text, default: z.unknown().optional() });
const Text = z.looseObject({ format: text, pattern: text, minLength: number, maxLength: number });
const Amount = z.looseObject({ minimum: number, maximum: number });
const Many = z.looseObject({ items: Choices, minItems: number, maxItems: number });

/** Everything about a field but what all fields have. Null if the schema is not one that can be asked as a field. */
type Shape = Pick<FormField, 'type' | 'options' | 'pattern' | 'min' | 'max' | 'format' | 'integer'>;

/**
 * Converts the flat schema of an elicitation. Throws `invalid-request`, with words that follow “because”, if the schema asks for
 * something that no field can hold.
 */
export function toElicitationForm(schema: JsonObject, order: readonly string[]): ElicitationForm {
  const properties = schema.properties ?? {};
  if ((schema.type ?? 'object') !== 'object' || !isJsonObject(properties)) throw unreadable('its form can’t be read');
  const names = orderedNames(properties, order);
  if (names.length > mostFields) throw unreadable(`it asks for ${names.length} values at once`);
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  for (const name of required) if (!names.includes(String(name))) throw unreadable('it requires a value that it does not describe');
  const asked = names.map((name, at) => ({ name, field: toField(name, at, properties[name], required.has(name)) }));
  return { fields: asked.map(({ field }) => field), toContent: (values) => toContent(asked, withoutEmptyValues(values)) };
}

const unreadable = (because: string): AppError => new AppError('invalid-request', because);

/** JavaScript moves names like `1` to the front, so newer CLIs send the order of the server as well. */
function orderedNames(properties: JsonObject, order: readonly string[]): string[] {
  const names = Object.keys(properties);
  const known = new Set(names);
  return [...new Set([...order.filter((name) => known.has(name)), ...names])];
}

function toField(name: string, at: number, raw: unknown, required: boolean): FormField {
  const property = withoutNull(raw);
  const shape = isJsonObject(property) ? toShape(property) : null;
  const label = labelOf(isJsonObject(property) ? About.parse(property).title : undefined, name);
  if (!isJsonObject(property) || !shape) throw unreadable(`“${label}” is more than one simple value`);
  const { description, default: defaultValue } = About.parse(property);
  const field = FormField.safeParse({
    ...shape,
    id: fieldId(name, at),
    label,
    ...(description?.trim() ? { description: words(description, longestDescription) } : {}),
    // JSON Schema requires that there is a value. Off is one.
    ...(required && shape.type !== 'checkbox' ? { required } : {}),
  }).data;
  if (!field) throw unreadable(`“${label}” has too many or too long options`);
  return withDefault(field, defaultValue);
}

/** A name of the server's may be anything, such as `__proto__` or a whole page, so only an ordinary one names a field. */
const fieldId = (name: string, at: number): string => (/^[A-Za-z][\w-]{0,99}$/.test(name) && !(name in {}) ? name : `field.${at + 1}`);

const words = (whole: string, most: number): string => truncateLine(escapeInvisible(whole).trim(), most);
const labelOf = (title: string | undefined, name: string): string =>
  words(title?.trim() ? title : name, longestLabel).replaceAll(/\s+/g, ' ') || '(no name)';

/** Some servers describe an optional value as the value or null. */
function withoutNull(raw: unknown): unknown {
  if (!isJsonObject(raw) || raw.type !== undefined || !Array.isArray(raw.anyOf)) return raw;
  const values = raw.anyOf.filter((one: unknown) => !(isJsonObject(one) && one.type === 'null'));
  const [only] = values;
  return values.length === 1 && values.length < raw.anyOf.length && isJsonObject(only) ? { ...raw, anyOf: undefined, ...only } : raw;
}

function toShape(property: JsonObject): Shape | null {
  switch (property.type) {
    case 'string':
      return property.enum === undefined && property.oneOf === undefined && property.anyOf === undefined
        ? toTextShape(Text.parse(property))
        : toChoiceShape('select', property);
    case 'array': {
      const { items, minItems, maxItems } = Many.safeParse(property).data ?? {};
      const shape = toChoiceShape('multiselect', items);
      return shape && { ...shape, ...range(minItems, maxItems) };
    }
    // A list of allowed numbers would be lost.
    case 'number':
    case 'integer': {
      if (property.enum !== undefined) return null;
      const { minimum, maximum } = Amount.parse(property);
      return { type: 'number', ...range(minimum, maximum), ...(property.type === 'integer' ? { integer: true } : {}) };
    }
    case 'boolean':
      return { type: 'checkbox' };
    default:
      return null;
  }
}

function toTextShape({ format, pattern, minLength, maxLength, default: given }: z.infer<typeof Text>): Shape {
  if (format === 'date') return { type: 'date' };
  if (format === 'date-time') return { type: 'date', format };
  const isLong = (maxLength ?? 0) > longestLine || (typeof given === 'string' && given.includes('\n'));
  const source = pattern === undefined ? null : anywhere(pattern);
  return {
    type: isLong ? 'textarea' : 'text',
    ...range(minLength, maxLength),
    ...(format === 'email' || format === 'uri' ? { format } : {}),
    ...(source === null ? {} : { pattern: source }),
  };
}

/**
 * A field's pattern must match the whole text; one of JSON Schema may match anywhere. Null if it can't be used: the server checks
 * the text too.
 */
function anywhere(pattern: string): string | null {
  const source = `[\\s\\S]*?(?:${pattern})[\\s\\S]*`;
  try {
    new RegExp(`^(?:${source})$`, 'u');
  } catch {
    return null;
  }
  return source.length <= 1_000 ? source : null;
}

function toChoiceShape(type: 'select' | 'multiselect', raw: unknown): Shape | null {
  const { enum: values, enumNames = [], oneOf, anyOf } = Choices.safeParse(raw).data ?? {};
  const named = values?.map((value, at) => ({ const: value, title: enumNames[at] })) ?? oneOf ?? anyOf;
  if (!named || named.length === 0 || named.length > mostOptions) return null;
  const byValue = new Map(named.map(({ const: value, title }) => [value, title]));
  return {
    type,
    options: [...byValue].map(([value, title]) => ({ value, label: labelOf(title, value) })),
  };
}

const range = (min: number | undefined, max: number | undefined): Pick<FormField, 'min' | 'max'> => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});

/** Leaves out a default that the field itself would refuse, and one that does not show all it contains. */
function withDefault(field: FormField, given: unknown): FormField {
  const value = FormField.shape.defaultValue.safeParse(toLocalTime(field, given)).data;
  if (value === undefined || checkField(field, value) !== null) return field;
  return typeof value === 'string' && field.options === undefined && escapeInvisible(value) !== value
    ? field
    : { ...field, defaultValue: value };
}

const isTime = ({ type, format }: FormField): boolean => type === 'date' && format === 'date-time';

/** A field shows the person's own time and no zone; JSON Schema has a zone. */
function toLocalTime(field: FormField, given: unknown): unknown {
  if (!isTime(field) || typeof given !== 'string') return given;
  const at = new Date(given);
  // Another zone may move it past the last time that there is.
  const years = at.getUTCFullYear();
  if (!(years > 0 && years < 10_000)) return undefined;
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function toContent(asked: readonly { readonly name: string; readonly field: FormField }[], values: FormValues): JsonObject {
  return Object.fromEntries(
    asked.flatMap(({ name, field }) => {
      const value = Object.hasOwn(values, field.id) ? values[field.id] : field.type === 'checkbox' ? false : undefined;
      if (value === undefined) return [];
      return [[name, isTime(field) ? new Date(String(value)).toISOString() : value] as const];
    }),
  );
}
