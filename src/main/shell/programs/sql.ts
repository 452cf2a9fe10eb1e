import { dropsInSql } from '../sql-drops';
import type { Invocation } from './record';

/** The texts that a database program gets: each of its words, and here-documents. */
export function textsGiven({ args, redirects }: Pick<Invocation, 'args' | 'redirects'>): readonly string[] {
  const documents = redirects.filter(({ kind }) => kind === 'text').map(({ target }) => target);
  // The value may be joined to the flag: `-e'drop …'`, `--command='drop …'`.
  return [...args, ...documents].map(({ raw }) => raw.replace(/^(-\w(?=\S*\s)|--[\w-]+=)/, ''));
}

/** SQL without its comments. Quoted text stays, because it may be a name. */
export function withoutComments(sql: string): string {
  return sql.replaceAll(/\/\*[\s\S]*?(\*\/|$)/g, ' ').replaceAll(/--[^\n]*/g, ' ');
}

/** Commands of Redis and MongoDB that throw data away. */
const otherDeletions = /\b(flushall|flushdb|dropdatabase|deletemany|deleteone)\b|\.(drop|remove|findOneAndDelete|dropIndex(es)?)\(/i;

/** Whether a text for a database throws data away. Comments are read both as comments and as text. */
export function throwsDataAway(text: string): boolean {
  return [text, withoutComments(text)].some((sql) => dropsInSql(sql, 'sql') || otherDeletions.test(sql));
}
