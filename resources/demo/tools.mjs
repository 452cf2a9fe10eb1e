import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord, list, str } from './json.mjs';
import { failure, misuse, success } from './outcome.mjs';
import { structuredPatch } from './patch.mjs';
import { isInside } from './permissions.mjs';
import { shell } from './shell.mjs';

/** @typedef {import('./json.mjs').Json} Json */
/** @typedef {import('./outcome.mjs').Outcome} Outcome */
/** @type {Record<string, string[]>} */
const REQUIRED = {
  Bash: ['command'],
  Read: ['file_path'],
  Write: ['file_path', 'content'],
  Edit: ['file_path', 'old_string', 'new_string'],
};

/** What the CLI finds wrong with a call before it asks anyone. @param {string} name @param {Json} input @param {import('./session.mjs').Session} session @returns {Outcome | null} */
export function objection(name, input, session) {
  const missing = (REQUIRED[name] ?? []).find((field) => typeof input[field] !== 'string');
  if (missing) return misuse(`InputValidationError: ${name} needs ${missing}`);
  if (name === 'AskUserQuestion' && list(input.questions).length === 0)
    return misuse('InputValidationError: AskUserQuestion needs questions');
  if (name === 'ExitPlanMode' && session.mode !== 'plan') {
    return misuse(
      'You are not in plan mode. To enter plan mode, call the EnterPlanMode tool first. If your plan was already approved, continue with implementation.',
    );
  }
  const file = str(input.file_path);
  if ((name !== 'Edit' && name !== 'Read') || !isInside(session.cwd, file)) return null;
  if (!existsSync(file)) return failure(`File does not exist. Note: your current working directory is ${session.cwd}.`);
  const wanted = str(input.old_string);
  if (name === 'Edit' && !readFileSync(file, 'utf8').includes(wanted))
    return misuse(`String to replace not found in file.\nString: ${wanted}`);
  return null;
}

/** Does what was allowed. @param {string} name @param {Json} input @param {Json} proposed what the model wanted @param {import('./session.mjs').Session} session @param {AbortSignal} signal @returns {Promise<Outcome>} */
export async function perform(name, input, proposed, session, signal) {
  switch (name) {
    case 'Bash':
      return shell(str(input.command), session.cwd, signal);
    case 'Read':
    case 'Write':
    case 'Edit':
      return onFile(name, input, session.cwd);
    case 'AskUserQuestion':
      return success(answersText(input), { questions: input.questions, answers: input.answers ?? {}, annotations: input.annotations });
    case 'EnterPlanMode': {
      const message = 'Entered plan mode. You should now focus on exploring the codebase and designing an implementation approach.';
      session.setMode('plan');
      return success(message, { message });
    }
    case 'ExitPlanMode': {
      const edited = input.plan !== proposed.plan;
      session.leavePlan();
      return success(
        `User has approved your plan. You can now start coding.\n\n## Approved Plan${edited ? ' (edited by user)' : ''}:\n${str(input.plan)}`,
        { plan: str(input.plan), isAgent: false, planWasEdited: edited },
      );
    }
    default:
      return failure(`The demo agent has no tool called ${name}.`);
  }
}

/** @param {'Read' | 'Write' | 'Edit'} name @param {Json} input @param {string} cwd */
function onFile(name, input, cwd) {
  const file = path.resolve(cwd, str(input.file_path));
  if (!isInside(realpathSync(cwd), realPlace(file))) return failure(`The demo agent only touches files inside ${cwd}; ${file} is outside.`);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (name === 'Read') return readResult(file, before ?? '');
  if (name === 'Write') return writeResult(file, before, str(input.content));
  return editResult(file, before ?? '', input);
}

/** Where a path leads once links are followed; its last parts need not exist yet. @param {string} file @returns {string} */
function realPlace(file) {
  if (existsSync(file)) return realpathSync(file);
  // Writing to such a link would create its target, wherever that is.
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) throw new Error(`${file} is a link that leads nowhere.`);
  const parent = path.dirname(file);
  return parent === file ? file : path.join(realPlace(parent), path.basename(file));
}

/** @param {string} file @param {string} content */
function readResult(file, content) {
  const lines = content.split('\n');
  const numbered = lines.map((line, index) => `${index + 1}\t${line}`).join('\n');
  return success(numbered, {
    type: 'text',
    file: { filePath: file, content, numLines: lines.length, startLine: 1, totalLines: lines.length },
  });
}

/** @param {string} file @param {string | null} before @param {string} content */
function writeResult(file, before, content) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  const type = before === null ? 'create' : 'update';
  const patch = before === null ? [] : structuredPatch(before, content);
  const said = before === null ? `File created successfully at: ${file}` : `The file ${file} has been updated successfully.`;
  return success(said, { type, filePath: file, content, structuredPatch: patch, originalFile: before, userModified: false });
}

/** @param {string} file @param {string} before @param {Json} input */
function editResult(file, before, input) {
  const [oldString, newString, replaceAll] = [str(input.old_string), str(input.new_string), input.replace_all === true];
  if (!before.includes(oldString)) return misuse(`String to replace not found in file.\nString: ${oldString}`);
  const after = replaceAll ? before.replaceAll(oldString, () => newString) : before.replace(oldString, () => newString);
  writeFileSync(file, after);
  const data = {
    filePath: file,
    oldString,
    newString,
    originalFile: before,
    structuredPatch: structuredPatch(before, after),
    userModified: false,
    replaceAll,
  };
  return success(`The file ${file} has been updated successfully.`, data);
}

/** @param {unknown} answer */
const answerText = (answer) => (Array.isArray(answer) ? answer.join(',') : str(answer));

/** @param {Json} input */
function answersText(input) {
  const answers = isRecord(input.answers) ? input.answers : {};
  const notes = isRecord(input.annotations) ? input.annotations : {};
  const said = Object.entries(answers).map(([question, answer]) => {
    const note = isRecord(notes[question]) ? notes[question] : {};
    const preview = note.preview ? ` selected preview:\n${str(note.preview)}` : '';
    return `"${question}"="${answerText(answer)}"${preview}${note.notes ? ` notes: ${str(note.notes)}` : ''}`;
  });
  if (said.length > 0) return `Your questions have been answered: ${said.join(', ')}. You can now continue with these answers in mind.`;
  return input.response ? `The user responded: ${str(input.response)}` : 'The user did not answer the questions.';
}

/** What was answered, for the scenario's text. @param {Json} input @returns {Record<string, string>} */
export function answersByHeader(input) {
  const answers = isRecord(input.answers) ? input.answers : {};
  return Object.fromEntries(
    list(input.questions)
      .filter(isRecord)
      .map(({ header, question }) => [`answer ${str(header)}`, answerText(answers[str(question)]).replaceAll(',', ', ') || 'no answer']),
  );
}
