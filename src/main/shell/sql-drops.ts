/** Words may be separated by a comment. What a comment hides is not searched. */
const comment = String.raw`\s*(/\*|--|#)`;
const things = String.raw`((materialized\s+)?view|table|database|schema|index|column|user|role|sequence|function|procedure|trigger|type|extension|collection|keyspace|constraint)`;
const throwsAway = (drop: string): string => `(drop(${drop}|${comment})|truncate(\\s+\\w|${comment})|delete(\\s+from\\b|${comment}))`;

/** These count anywhere in a text that is SQL, including in a `with` and after a comment. */
const anywhere = new RegExp(String.raw`(^|[\s;()/])${throwsAway(String.raw`\s+\w`)}`, 'i');
const anywhereInQuery = new RegExp(String.raw`(^|[\s;()/])${throwsAway(String.raw`\s+${things}\b`)}`, 'i');
/** These count only at the start of a statement, because in other texts the words may mean anything. */
const atStart = new RegExp(String.raw`(^|;)\s*${throwsAway(String.raw`\s+${things}\b`)}`, 'i');

const startsLikeSql = /^\s*(--|\/\*|\(|(select|with|insert|update|begin|create|alter|explain|set|call|do|merge|declare|use|start)\b)/i;

const dropsColumn = /^\s*alter\s+table\s[^;]*\sdrop\s/i;

/** Whether a text throws data away. `is` tells whether the text is known to be SQL, some kind of query, or neither. */
export function dropsInSql(text: string, is: 'sql' | 'query' | null): boolean {
  if (is === 'sql' && (anywhere.test(text) || (/\balter\s+table\b/i.test(text) && /\bdrop\b/i.test(text)))) return true;
  return atStart.test(text) || (is === 'query' && startsLikeSql.test(text) && (anywhereInQuery.test(text) || dropsColumn.test(text)));
}
