import { z } from 'zod';
import { isJsonObject, JsonObject } from '../shared/json-object';
import type { ToolDefinition } from '../tool-api/definition';
import { LoadedTool, maxParametersLength, ToolName } from './messages';
import { problemOfParameters } from './parameters-schema';

const Definition = z.object({
  name: ToolName,
  title: LoadedTool.shape.title.optional(),
  description: LoadedTool.shape.description,
  parameters: JsonObject.optional(),
  onRestart: LoadedTool.shape.onRestart.optional(),
  handler: z.custom((handler) => typeof handler === 'function', 'must be a function'),
});

const noParameters: JsonObject = { type: 'object', properties: {} };

export interface CheckedTool {
  readonly tool: LoadedTool;
  readonly definition: ToolDefinition;
}

/** Checks what a tool's file exports. Returns what is wrong in one sentence, or the tool. */
export function checkDefinition(module: unknown): CheckedTool | string {
  const definition = isModule(module) ? module.default : undefined;
  if (definition === undefined) return 'The file has no default export. Write “export default defineTool({ … })”.';
  if (!isDefinition(definition)) return problemOf(definition);
  const { name, title = name, description, onRestart = 'fail' } = definition;
  const parameters = copyOf(definition.parameters ?? noParameters);
  if (!isJsonObject(parameters)) return 'The parameters are not JSON, or are too long.';
  const problem = problemOfParameters(parameters);
  if (problem !== null) return `The parameters are not a JSON schema of an object. ${problem}`;
  return { tool: { name, title, description, parameters, onRestart }, definition };
}

const isModule = (module: unknown): module is { readonly default?: unknown } => typeof module === 'object' && module !== null;
const isDefinition = (value: unknown): value is ToolDefinition => Definition.safeParse(value).success;

function problemOf(definition: unknown): string {
  const issue = Definition.safeParse(definition).error?.issues[0];
  const where = issue?.path.join('.') ?? '';
  return where === '' ? 'The default export is not a tool. Write “export default defineTool({ … })”.' : `“${where}”: ${issue?.message}.`;
}

/** The author's object may hold what a message can't carry. */
function copyOf(parameters: JsonObject): unknown {
  try {
    const json = JSON.stringify(parameters);
    return json.length > maxParametersLength ? null : JSON.parse(json);
  } catch {
    return null;
  }
}
