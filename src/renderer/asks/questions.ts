/** One question of an ask, as the window shows it. */
export interface AskedQuestion {
  readonly question: string;
  readonly header: string;
  readonly multiSelect: boolean;
  readonly options: readonly { readonly label: string; readonly description: string }[];
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
        .map(({ label, description }) => ({ label: textOf(label), description: textOf(description) })),
    }));

/** The answers by question, or null while one is missing. Several choices are a list, own words at its end. */
export function answersOf(
  questions: readonly AskedQuestion[],
  choices: ReadonlyMap<string, Choice>,
): Record<string, string | string[]> | null {
  const answers: Record<string, string | string[]> = {};
  for (const { question, multiSelect } of questions) {
    const { labels, other, text } = choices.get(question) ?? noChoice;
    const own = text.trim();
    if (other && own === '') return null;
    const chosen = other ? [...(multiSelect ? labels : []), own] : [...labels];
    const [one] = chosen;
    if (one === undefined) return null;
    answers[question] = multiSelect ? chosen : one;
  }
  return questions.length > 0 ? answers : null;
}
