/** What comes between two words may be a comment, and what it hides need not be looked for. */
const comment = String.raw`\s*(/\*|--|#)`;
const things = String.raw`((materialized\s+)?view|table|database|schema|index|column|user|role|sequence|function|procedure|trigger|type|extension|collection|keyspace|constraint)`;
const throwsAway = (drop: string): string => `(drop(${drop}|${comment})|truncate(\\s+\\w|${comment})|delete(\\s+from\\b|${comment}))`;

/** In a text that is SQL, wherever they stand: also in a `with`, and after a comment. */
const anywhere = new RegExp(String.raw`(^|[\s;()/])${throwsAway(String.raw`\s+\w`)}`, 'i');
const anywhereInQuery = new RegExp(String.raw`(^|[\s;()/])${throwsAway(String.raw`\s+${things}\b`)}`, 'i');
/** At the start of a statement: in the middle of another text the words may be about anything. */
const atStart = new RegExp(String.raw`(^|;)\s*${throwsAway(String.raw`\s+${things}\b`)}`, 'i');

const startsLikeSql = /^\s*(--|\/\*|\(|(select|with|insert|update|begin|create|alter|explain|set|call|do|merge|declare|use|start)\b)/i;

const dropsColumn = /^\s*alter\s+table\s[^;]*\sdrop\s/i;

/** Whether a text throws data away. `is` says what it is known to be: SQL, a query of some kind, or nothing. */
export function dropsInSql(text: string, is: 'sql' | 'query' | null): boolean {
  if (is === 'sql' && (anywhere.test(text) || (/\balter\s+table\b/i.test(text) && /\bdrop\b/i.test(text)))) return true;
  return atStart.test(text) || (is === 'query' && startsLikeSql.test(text) && (anywhereInQuery.test(text) || dropsColumn.test(text)));
}
