import { useAtomValue } from 'jotai';
import type { ToolSummary } from '../../shared/tool-summary';
import { toolsAtom } from '../base/app-state';
import { host } from '../base/host';
import { useTask } from '../base/task';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import styles from './settings.module.css';
import toolStyles from './tools.module.css';
import { ToolsApprovals } from './tools-approvals';
import { ToolRow } from './tools-row';

/** The tools that Claude is offered, and the approvals that they remember. */
export function ToolsSection() {
  const tools = useAtomValue(toolsAtom);
  const folder = useTask();
  const projects = [...new Set(tools?.flatMap(({ source }) => (source.kind === 'folder' ? (source.project ?? []) : [])))];
  const toolsOf = (project: string | null): readonly ToolSummary[] =>
    tools?.filter(({ source }) => source.kind === 'folder' && source.project === project) ?? [];
  return (
    <>
      <div className={toolStyles.top}>
        <p className={styles.hint}>What Claude can call in a session. A tool may ask you for an approval, or for values in a form.</p>
        <Button small busy={folder.busy} onClick={() => folder.run(() => host.request('tools.openFolder'))}>
          Open tools folder
        </Button>
      </div>
      <Failure text={folder.failure} />
      {tools === null ? (
        <p role="status" className={styles.hint}>
          Loading the tools…
        </p>
      ) : (
        <>
          <ToolGroup title="Your tools" tools={toolsOf(null)}>
            None yet. A tool is a folder with a file tool.ts in the tools folder, and is in every session.
          </ToolGroup>
          {projects.map((project) => (
            <ToolGroup key={project} title={`Tools of ${project}`} tools={toolsOf(project)} />
          ))}
          <ToolGroup title="Built in" tools={tools.filter(({ source }) => source.kind === 'built-in')} />
        </>
      )}
      <ToolsApprovals />
    </>
  );
}

interface ToolGroupProps {
  readonly title: string;
  readonly tools: readonly ToolSummary[];
  /** Shown when there are none. */
  readonly children?: string;
}

function ToolGroup({ title, tools, children }: ToolGroupProps) {
  return (
    <>
      <h3 className={styles.group}>{title}</h3>
      {tools.length === 0 ? (
        <p className={styles.hint}>{children}</p>
      ) : (
        <ul className={styles.rules} aria-label={title}>
          {tools.map((tool) => (
            <ToolRow key={tool.id} tool={tool} />
          ))}
        </ul>
      )}
    </>
  );
}
