// The types of the module that Signalbox gives to tools. Made from Signalbox's own code; don't edit it.
declare module 'signalbox/tools' {
    /** The value of one field. A number field holds a number, a checkbox a boolean, a multiselect a list of option values. */
    export type FieldValue = string | number | boolean | readonly string[];

    /** The values of a form by field id. Fields without a value are missing. */
    export type FormValues = { readonly [id: string]: FieldValue };

    export type FieldType = 'text' | 'textarea' | 'number' | 'select' | 'multiselect' | 'radio' | 'checkbox' | 'date';

    export type FieldOption = {
        readonly value: string;
        readonly label: string;
        readonly description?: string;
    };

    /** One field of a form. */
    export type FormField = {
        readonly id: string;
        readonly type: FieldType;
        readonly label: string;
        readonly description?: string;
        readonly required?: boolean;
        readonly defaultValue?: FieldValue;
        /** For `select`, `multiselect` and `radio`. */
        readonly options?: readonly FieldOption[];
        /** A regular expression that the whole text must match. */
        readonly pattern?: string;
        /** The range of a number, the length of a text, or how many options of a `multiselect` may be chosen. */
        readonly min?: number;
        readonly max?: number;
        readonly placeholder?: string;
        /** A well-known form of text. `date-time` makes a `date` field ask for a time too. */
        readonly format?: 'email' | 'uri' | 'date-time';
        /** A number without a fraction. */
        readonly integer?: boolean;
    };

    /** How far an approval reaches: this call only, until the session is closed, or until it is revoked. */
    export type ApprovalScope = 'once' | 'session' | 'always';

    /** Where a prompt is drawn: inside the card of its call, or as a block of its own. */
    export type Presentation = 'tool' | 'questionnaire';

    export type InteractionAction = 'approve' | 'deny' | 'submit' | 'cancel';

    /** What a file `tool.ts` or `tool.mjs` exports by default. Made with `defineTool`. */
    export interface ToolDefinition<Args extends object = Readonly<Record<string, unknown>>> {
        /** The name that Claude sees: letters, digits, `_` and `-`. */
        readonly name: string;
        /** The name that people see. The default is `name`. */
        readonly title?: string;
        /** Tells Claude when to use the tool. */
        readonly description: string;
        /** A JSON schema of an object. */
        readonly parameters?: Readonly<Record<string, unknown>>;
        /**
         * What happens to a call whose answer was pending when Signalbox or the run ended: the handler runs again from the start, or Claude
         * is told that the outcome is unknown. The default is `fail`, because a handler may have done half of its work.
         */
        readonly onRestart?: 'rerun' | 'fail';
        /** Does the work. Claude gets what it returns, as JSON. What it throws is a tool error for Claude. */
        handler(args: Args, ctx: ToolContext): unknown;
    }
    /** What a handler gets beside its arguments. */
    export interface ToolContext {
        readonly sessionId: string;
        readonly toolCallId: string;
        /** The session's folder. */
        readonly cwd: string;
        /** Aborts when Claude Code gives up the call, or its run ends. */
        readonly signal: AbortSignal;
        /** Writes a line to the tool's log in Settings. */
        log(...words: unknown[]): void;
        /** Whether a person can be asked when the call begins. */
        readonly interaction: {
            readonly available: boolean;
        };
        /** Asks the person. Resolves with what the hook gives as `complete`. Rejects with a `ToolError`. */
        requestInteraction(request: InteractionRequest): Promise<unknown>;
        readonly approvals: ToolApprovals;
    }
    /** Approvals that the person let the tool remember. The tool chooses the keys, and sees only its own. */
    export interface ToolApprovals {
        /** `once` is returned one time only. Null if nothing is remembered. */
        get(key: string): Promise<ApprovalScope | null>;
        set(key: string, scope: ApprovalScope): Promise<void>;
        /** Forgets those with the scope `session`. */
        clearSession(): Promise<void>;
    }
    /** What one prompt shows. */
    export interface PromptContent {
        readonly prompt: string;
        /** What was wrong with the last answer. */
        readonly error?: string;
        /** The default is `once` and `session`. */
        readonly approvalScopes?: readonly ApprovalScope[];
        /** Required for the type `input`. */
        readonly inputSchema?: {
            readonly type: 'form';
            readonly fields: readonly FormField[];
        };
        readonly initialValues?: FormValues;
        /** The default is five minutes. Null waits for as long as it takes. */
        readonly timeoutMs?: number | null;
        /** The default is `tool`: inside the card of the call. */
        readonly presentation?: Presentation;
        readonly completedView?: {
            readonly showInputs?: boolean;
            readonly summaryTemplate?: string;
        };
    }
    export interface InteractionHooks {
        onResponse(response: UserResponse): Outcome | Promise<Outcome>;
        /** Without it, the call ends with `{ ok: false, timedOut: true }`. */
        onTimeout?(): Outcome | Promise<Outcome>;
        /** For cleaning up when the call is given up. Then `requestInteraction` rejects with `interaction-cancelled`. */
        onCancel?(): unknown;
    }
    export interface InteractionRequest extends PromptContent, InteractionHooks {
        readonly type: 'approval' | 'input';
    }
    export interface UserResponse {
        /** `cancel`: the person closed the prompt without an answer. */
        readonly action: InteractionAction;
        /** With `approve`. */
        readonly approvalScope?: ApprovalScope;
        /** With `submit`. */
        readonly input?: FormValues;
        /** With `deny`, if the person gave one. */
        readonly reason?: string;
    }
    /** What a hook wants next: end, ask again in the same place, or end the call now and hear the answer later. */
    export type Outcome = {
        readonly complete: unknown;
    } | {
        readonly reprompt: Partial<PromptContent>;
    } | {
        readonly pending: Pending;
    };
    /** Claude is told `message` at once. When the person answers, what the handler returns reaches Claude as a message. */
    export interface Pending {
        readonly message: string;
        /** Shows the prompt as queued rather than overdue. The default is true. */
        readonly queued?: boolean;
    }
    export type ToolErrorCode = 'interaction-unavailable' | 'interaction-cancelled' | 'too-many-reprompts' | 'invalid-request';
    /** An expected failure. Code checks the code; people read the message. */
    export class ToolError extends Error {
        readonly code: ToolErrorCode;
        readonly name = "ToolError";
        constructor(code: ToolErrorCode, message: string);
    }
    /** Returns its argument. It is there for the types. */
    export const defineTool: <Args extends object = Readonly<Record<string, unknown>>>(tool: ToolDefinition<Args>) => ToolDefinition<Args>;
}
