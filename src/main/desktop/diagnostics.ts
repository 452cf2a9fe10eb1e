import type { Notice } from '../../shared/notice';
import { redact } from '../base/redact';

export interface DiagnosticFacts {
  readonly version: string;
  readonly versions: { readonly electron: string; readonly chrome: string; readonly node: string };
  readonly runtime: string;
  readonly claude: string;
  readonly system: string;
  readonly desktop: string;
  readonly home: string;
  readonly notices: readonly Notice[];
  readonly logTail: string;
}

/** Returns text for a bug report, without keys, tokens and the user's home folder. */
export function diagnostics(facts: DiagnosticFacts): string {
  const text = [
    `Signalbox ${facts.version}`,
    `Electron ${facts.versions.electron} (${facts.runtime}), Chromium ${facts.versions.chrome}, Node ${facts.versions.node}`,
    `Claude Code: ${facts.claude}`,
    `System: ${facts.system}${facts.desktop ? `, ${facts.desktop}` : ''}`,
    ...facts.notices.map((notice) => `Notice: ${notice.text}`),
    '',
    'Log:',
    facts.logTail || '(empty)',
    '',
  ].join('\n');
  return redact(facts.home ? text.replaceAll(facts.home, '~') : text);
}
