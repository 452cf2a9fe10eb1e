import type { McpHints } from '../../shared/mcp-hints';
import { isReadOnlyShell, isSafeToRead } from '../shell/read-only';
import { collectTexts, type NamedText, wordsOfName } from './input-texts';
import type { ToolCall } from './tool-call';

/** Verbs that the name of a read-only tool does not contain. */
const acts =
  /^(send|post|publish|push|create|add|insert|write|edit|update|set|put|patch|append|rename|move|copy|save|replace|modify|delete|remove|drop|destroy|purge|clear|reset|kill|stop|start|restart|run|exec|execute|eval|call|invoke|install|upload|download|deploy|merge|commit|approve|reply|comment|assign|invite|pay|buy|order|transfer|open|navigate|click|type|submit|fetch|request|sync|trigger|close|cancel|archive|dispatch|schedule|enable|disable|import|export|reveal)$/;
/** Nouns whose values must not be read without asking. */
const secrets = /^(passwords?|secrets?|tokens?|credentials?|keys?|keychain)$/;
const commandNames = /^(command|commands|cmd|args|argv|arguments)$/;
const codeNames = /^(code|script|program|expression|javascript|js|python|shell|eval|function)$/;
const addressNames = /^(url|urls|uri|href|link|endpoint|host|hostname|server|domain|webhook|email|recipient|recipients)$/;
const address = /[a-z][a-z\d+.-]*:\/\/|^(www\.|\/\/|mailto:|data:|javascript:)/i;
const looksLikePath = /^([/\\~]|\.\.?([/\\]|$)|[A-Za-z]:[/\\])|(^|[/\\])\.\.([/\\]|$)/;

const longestText = 1_000;
const mostTexts = 100;

/**
 * Whether a call of an MCP tool only reads inside the folder. The server's hint is required but not enough: the call must have no
 * path outside, no address and no command that does more than read, and no verb such as "send" in its name.
 */
export function isReadOnlyMcp(name: string, hints: McpHints | null | undefined, call: ToolCall): boolean {
  if (!hints?.readOnly || hints.openWorld || hints.destructive) return false;
  if (wordsOfName(name).some((word) => acts.test(word) || secrets.test(word))) return false;
  const { texts, isIncomplete } = collectTexts(call.input);
  return !isIncomplete && texts.length <= mostTexts && texts.every((text) => isHarmless(text, call));
}

function isHarmless({ name, text }: NamedText, call: ToolCall): boolean {
  if (text.length > longestText) return false;
  const words = wordsOfName(name);
  if (words.some((word) => codeNames.test(word) || addressNames.test(word))) return text === '';
  if (words.some((word) => commandNames.test(word))) return isReadOnlyShell(text, call);
  // The text can name the action or the statement that the tool carries out.
  if (words.some((word) => /^(action|operation|method|verb)$/.test(word)) && wordsOfName(text).some((word) => acts.test(word)))
    return false;
  if (words.some((word) => /^(sql|statement|statements)$/.test(word)) && !/^\s*(select|show|explain|describe|with)\b/i.test(text))
    return false;
  const file = decoded(text.replace(/^file:\/\//i, '').trim());
  if (file === null || address.test(file) || /\$[\w{(]/.test(file)) return false;
  // A path can be part of a text: `path:/etc/passwd`, `cat /etc/passwd`.
  const parts = [file, ...file.split(/[\s"'`=,;:()[\]{}<>|&]+/)];
  return parts.every((part) => !looksLikePath.test(part) || isSafeToRead(part, ['.'], call)) && isSafeToRead(file, ['.'], call);
}

/** Many servers read `..%2fx` as `../x`. Null if the text can't be decoded. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return null;
  }
}
