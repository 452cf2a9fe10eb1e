import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { FieldType, FieldValue, FormField, FormValues } from '../src/shared/form';
import { ApprovalScope, InteractionAction, Presentation } from '../src/shared/interaction';

const root = path.resolve(import.meta.dirname, '..');

/** The types that the API takes from src/shared, where they are zod schemas. */
const shared: readonly (readonly [name: string, schema: z.ZodType, file: string])[] = [
  ['FieldValue', FieldValue, 'form'],
  ['FormValues', FormValues, 'form'],
  ['FieldType', FieldType, 'form'],
  ['FieldOption', elementOf(FormField.shape.options), 'form'],
  ['FormField', FormField, 'form'],
  ['ApprovalScope', ApprovalScope, 'interaction'],
  ['Presentation', Presentation, 'interaction'],
  ['InteractionAction', InteractionAction, 'interaction'],
];
const nameOf = (schema: unknown): string | undefined => shared.find(([, one]) => one === schema)?.[0];

/** The types of `signalbox/tools` for editors, made from the API itself: src/tool-api/definition.ts. */
export function toolTypes(): string {
  const own = compiledApi()
    .replaceAll(/^import .*\n|^export type \{.*\n|^export \{.*\n/gm, '')
    .replaceAll('export declare ', 'export ')
    .trim();
  const types = shared.map(([name, schema, file]) => {
    const source = readFileSync(path.join(root, `src/shared/${file}.ts`), 'utf8');
    return `${commentBefore(source, `(?:export )?const ${name} =`)}export type ${name} = ${print(schema, source, false)};`;
  });
  const lines = [...types, own].join('\n\n').replaceAll(/^(?=.)/gm, '    ');
  return `// The types of the module that Signalbox gives to tools. Made from Signalbox's own code; don't edit it.\ndeclare module 'signalbox/tools' {\n${lines}\n}\n`;
}

function compiledApi(): string {
  const out = mkdtempSync(path.join(os.tmpdir(), 'signalbox-tool-types-'));
  const options =
    '--declaration --emitDeclarationOnly --noEmit false --ignoreConfig --target ES2024 --module ESNext --moduleResolution Bundler';
  const args = [...options.split(' '), '--skipLibCheck', '--rootDir', 'src', '--outDir', out, 'src/tool-api/definition.ts'];
  execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), ...args], { cwd: root, stdio: 'inherit' });
  const text = readFileSync(path.join(out, 'tool-api/definition.d.ts'), 'utf8');
  rmSync(out, { recursive: true });
  return text;
}

/** Prints the type of a schema. Tools may give readonly values. */
function print(schema: unknown, source: string, mayName = true): string {
  const name = mayName ? nameOf(schema) : undefined;
  if (name !== undefined) return name;
  if (schema instanceof z.ZodOptional) return print(schema.unwrap(), source);
  if (schema instanceof z.ZodString) return 'string';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => `'${option}'`).join(' | ');
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => print(option, source)).join(' | ');
  if (schema instanceof z.ZodArray) return `readonly ${print(schema.element, source)}[]`;
  if (schema instanceof z.ZodRecord) return `{ readonly [id: string]: ${print(schema.valueType, source)} }`;
  if (schema instanceof z.ZodObject) return printObject(schema, source);
  throw new Error('There is no way to print this schema yet.');
}

function printObject({ shape }: z.ZodObject, source: string): string {
  const fields = Object.entries(shape).map(([key, schema]) => {
    const optional = schema instanceof z.ZodOptional ? '?' : '';
    return `${commentBefore(source, ` +${key}: `)}    readonly ${key}${optional}: ${print(schema, source)};`;
  });
  return `{\n${fields.join('\n')}\n}`;
}

/** The comment above a declaration, or nothing. */
function commentBefore(source: string, declaration: string): string {
  const [, comment = ''] = new RegExp(`^( *\\/\\*\\*(?:(?!\\*\\/)[^])*\\*\\/\\n)${declaration}`, 'm').exec(source) ?? [];
  return comment.replaceAll(/^ {2}/gm, '    ');
}

function elementOf(schema: unknown): z.ZodType {
  const array = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (array instanceof z.ZodArray && array.element instanceof z.ZodType) return array.element;
  throw new Error('This is not a list.');
}
