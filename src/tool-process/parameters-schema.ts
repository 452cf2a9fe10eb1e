import { isTooDeep } from '../shared/json-depth';
import { isJsonObject } from '../shared/json-object';

/** No schema is this deep. Checking one is recursive. */
const deepest = 40;

type Check = (value: unknown, at: string) => string | null;

/**
 * Says what is wrong with the JSON schema of a tool's arguments, or null if nothing is. One tool with a bad schema would make the
 * model refuse every tool of the session, so what is wrong is found when the tool is loaded. Unknown keywords are fine.
 */
export function problemOfParameters(schema: unknown): string | null {
  if (!isJsonObject(schema)) return 'They must be an object.';
  if (isTooDeep(schema, deepest)) return 'They are nested too deep.';
  if (schema.type !== 'object') return 'Their “type” must be “object”.';
  return checkSchema(schema, 'parameters');
}

const types: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

function checkSchema(schema: unknown, at: string): string | null {
  if (typeof schema === 'boolean') return null;
  if (!isJsonObject(schema)) return `${at} must be a schema: an object, true or false.`;
  return first(keywords, ([name, check]) => (Object.hasOwn(schema, name) ? check(schema[name], `${at}.${name}`) : null));
}

const isType: Check = (value, at) =>
  types.has(value) || (Array.isArray(value) && value.length > 0 && value.every((one) => types.has(one)))
    ? null
    : `${at} must be one of ${[...types].join(', ')}.`;
const isText: Check = (value, at) => (typeof value === 'string' ? null : `${at} must be a text.`);
const isNumber: Check = (value, at) => (typeof value === 'number' && Number.isFinite(value) ? null : `${at} must be a number.`);
const isCount: Check = (value, at) => (Number.isInteger(value) && Number(value) >= 0 ? null : `${at} must be a whole number from 0.`);
const isFlag: Check = (value, at) => (typeof value === 'boolean' ? null : `${at} must be true or false.`);
const isList: Check = (value, at) => (Array.isArray(value) ? null : `${at} must be a list.`);
const isNames: Check = (value, at) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') && new Set(value).size === value.length
    ? null
    : `${at} must be a list of different names.`;
const isPattern: Check = (value, at) => {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') ? null : `${at} must be a regular expression.`;
  } catch {
    return `${at} is not a regular expression.`;
  }
};
const isSchemas: Check = (value, at) =>
  isJsonObject(value)
    ? first(Object.entries(value), ([name, schema]) => checkSchema(schema, `${at}.${name}`))
    : `${at} must be an object of schemas.`;
const isSchemaList: Check = (value, at) =>
  Array.isArray(value) && value.length > 0
    ? first([...value.entries()], ([index, schema]) => checkSchema(schema, `${at}[${index}]`))
    : `${at} must be a list of schemas.`;

const withCheck = (check: Check, ...names: readonly string[]): (readonly [string, Check])[] => names.map((name) => [name, check]);

/** What each keyword of JSON Schema 2020-12 holds. */
const keywords: readonly (readonly [name: string, check: Check])[] = [
  ...withCheck(isType, 'type'),
  ...withCheck(isList, 'enum'),
  ...withCheck(isNames, 'required'),
  ...withCheck(isText, 'title', 'description', 'format', '$ref'),
  ...withCheck(isPattern, 'pattern'),
  ...withCheck(isNumber, 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'),
  ...withCheck(isCount, 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'),
  ...withCheck(isFlag, 'uniqueItems'),
  ...withCheck(isSchemas, 'properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'),
  ...withCheck(checkSchema, 'items', 'contains', 'additionalProperties', 'propertyNames'),
  ...withCheck(checkSchema, 'unevaluatedProperties', 'unevaluatedItems', 'not', 'if', 'then', 'else'),
  ...withCheck(isSchemaList, 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
];

/** The first problem among many. */
function first<T>(all: readonly T[], check: (one: T) => string | null): string | null {
  for (const one of all) {
    const problem = check(one);
    if (problem !== null) return problem;
  }
  return null;
}
