/** One question of an ask, as the window shows it. */
export interface AskedQuestion {
  readonly question: string;
  readonly header: string;
  readonly multiSelect: boolean;
  readonly options: readonly AskedOption[];
}

export interface AskedOption {
  readonly label: string;
  readonly description: string;
  /** What choosing it would look like: code, a drawing in characters. */
  readonly preview: string | null;
}

/** What a person has chosen so far for one question. */
export interface Choice {
  readonly labels: readonly string[];
  /** Their own words; counts when `other` is on. */
  readonly other: boolean;
  readonly text: string;
}

export const noChoice: Choice = { labels: [], other: false, text: '' };

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** The questions in an ask's input; whatever is not one is left out. */
export const questionsOf = (input: Fields): AskedQuestion[] =>
  listOf(input.questions)
    .filter(({ question }) => textOf(question) !== '')
    .map(({ question, header, multiSelect, options }) => ({
      question: textOf(question),
      header: textOf(header),
      multiSelect: multiSelect === true,
      options: listOf(options)
        .filter(({ label }) => textOf(label) !== '')
        .map(({ label, description, preview }) => ({
          label: textOf(label),
          description: textOf(description),
          preview: textOf(preview) === '' ? null : textOf(preview),
        })),
    }));

/** With one option chosen, or no longer chosen. */
export function withOption({ multiSelect }: AskedQuestion, choice: Choice, label: string, on: boolean): Choice {
  const others = choice.labels.filter((one) => one !== label);
  if (multiSelect) return { ...choice, labels: on ? [...others, label] : others };
  return { ...choice, labels: on ? [label] : [], other: false };
}

/** With own words; for a question with one answer they take the place of what was chosen. */
export const withOwnWords = ({ multiSelect }: AskedQuestion, choice: Choice, text: string): Choice => ({
  text,
  other: text !== '',
  labels: multiSelect ? choice.labels : text === '' ? choice.labels : [],
});

/** The option that a digit stands for. */
export const optionAt = ({ options }: AskedQuestion, key: string): AskedOption | undefined =>
  /^[1-9]$/.test(key) ? options[Number(key) - 1] : undefined;

/** The answers by question, or null while one is missing. Several choices are a list, own words at its end. */
export function answersOf(
  questions: readonly AskedQuestion[],
  choices: ReadonlyMap<string, Choice>,
): Record<string, string | string[]> | null {
  const answers: Record<string, string | string[]> = {};
  for (const asked of questions) {
    const answer = answerOf(asked, choices.get(asked.question) ?? noChoice);
    if (answer === null) return null;
    answers[asked.question] = answer;
  }
  return questions.length > 0 ? answers : null;
}

/** The answer to one question, or null while there is none. */
export function answerOf({ multiSelect }: AskedQuestion, { labels, other, text }: Choice): string | string[] | null {
  const own = text.trim();
  if (other && own === '') return null;
  const chosen = other ? [...(multiSelect ? labels : []), own] : [...labels];
  const [one] = chosen;
  if (one === undefined) return null;
  return multiSelect ? chosen : one;
}
