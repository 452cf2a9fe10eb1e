import type { JsonObject } from '../../shared/json-object';

/** An MCP server wants something from the person. The CLI waits for the answer, however long that takes. All texts are the server's own. */
export interface ElicitationRequest {
  /** The server's name in the configuration. */
  readonly server: string;
  readonly message: string;
  /** A heading and an explanation. Only newer versions pass them on. */
  readonly title: string | null;
  readonly description: string | null;
  readonly wants: Elicited;
}

/** What the person is to do. */
export type Elicited =
  /** Fill in a form. `order` names the fields as the server listed them; older versions don't say. */
  | { readonly mode: 'form'; readonly schema: JsonObject; readonly order: readonly string[] }
  /** Open a page. The server may report later, under this id, that the person is done there. */
  | { readonly mode: 'url'; readonly url: string; readonly id: string | null }
  /** The request is incomplete, or a newer CLI has more modes. */
  | { readonly mode: 'unknown'; readonly problem: string };

/** `decline`: a person said no. `cancel`: nobody answered. */
export type ElicitationAnswer =
  | { readonly action: 'accept'; readonly content: JsonObject | null }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };
