import type { JsonObject } from '../../shared/json-object';
import type { RulePattern } from '../../shared/rule';

/** The CLI asks whether a call may run. It waits for the answer, however long that takes. */
export interface PermissionRequest {
  readonly tool: string;
  readonly toolUseId: string;
  /** The object that the CLI sent, not a copy: the CLI runs the input that we send back, so it must not change. */
  readonly input: JsonObject;
  /** The subagent whose call it is. */
  readonly agentId: string | null;
  /** The path outside the folder that made the CLI ask. */
  readonly blockedPath: string | null;
  /** Why the CLI asks, in its own words, and the kind of that reason. */
  readonly reason: string | null;
  readonly reasonType: string | null;
  /** With the type `rule`: which settings the rule is in. The CLI does not send its text. */
  readonly ruleSource: string | null;
  /** With the type `hook`: `settings`, `plugin:<name>` or `skill:<name>`. */
  readonly hookSource: string | null;
  /** A rule that asks for this call, although `reasonType` names another reason. */
  readonly askRule: (RulePattern & { readonly source: string }) | null;
  /** The server of an MCP tool and where it is configured, such as `project`. The text is the configuration's, unescaped. Older versions don't name it. */
  readonly mcpServer: { readonly name: string; readonly source: string } | null;
  /** The CLI would preselect No. */
  readonly defaultToNo: boolean;
  /** Only a person may answer it: no rule and no mode. */
  readonly needsPerson: boolean;
  /** The rules that the CLI would offer to remember. */
  readonly suggestedRules: readonly RulePattern[];
}

export type PermissionAnswer =
  | {
      readonly answer: 'allow';
      /** What will run. */
      readonly input: JsonObject;
      /** The permission mode that the run changes to. */
      readonly mode?: 'acceptEdits';
    }
  | { readonly answer: 'deny'; readonly message: string };
