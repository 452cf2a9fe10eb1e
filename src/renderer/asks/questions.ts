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
  /** An example of the result: code, or a drawing in characters. */
  readonly preview: string | null;
}

/** The person's choice for one question so far. */
export interface Choice {
  readonly labels: readonly string[];
  /** The person's own answer; it counts if `other` is on. */
  readonly other: boolean;
  readonly text: string;
}

export const noChoice: Choice = { labels: [], other: false, text: '' };

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** Returns the questions in an ask's input, without entries that are malformed. */
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

/** Returns the choice with one option added or removed. */
export function withOption({ multiSelect }: AskedQuestion, choice: Choice, label: string, on: boolean): Choice {
  const others = choice.labels.filter((one) => one !== label);
  if (multiSelect) return { ...choice, labels: on ? [...others, label] : others };
  return { ...choice, labels: on ? [label] : [], other: false };
}

/** Returns the choice with the person's own answer. In a question with one answer it replaces the chosen option. */
export const withOwnWords = ({ multiSelect }: AskedQuestion, choice: Choice, text: string): Choice => ({
  text,
  other: text !== '',
  labels: multiSelect ? choice.labels : text === '' ? choice.labels : [],
});

/** Returns the option for a digit key. */
export const optionAt = ({ options }: AskedQuestion, key: string): AskedOption | undefined =>
  /^[1-9]$/.test(key) ? options[Number(key) - 1] : undefined;

/** Returns the answers by question; null while one is missing. Several choices are a list that ends with the person's own answer. */
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

/** Returns the answer to one question; null while there is none. */
export function answerOf({ multiSelect }: AskedQuestion, { labels, other, text }: Choice): string | string[] | null {
  const own = text.trim();
  if (other && own === '') return null;
  const chosen = other ? [...(multiSelect ? labels : []), own] : [...labels];
  const [one] = chosen;
  if (one === undefined) return null;
  return multiSelect ? chosen : one;
}
