import { defineTool, type FormField } from 'signalbox/tools';

interface Trip {
  readonly destination: string;
  readonly from: string;
  readonly to: string;
  readonly nights: number;
}

const whereAndWhen: readonly FormField[] = [
  { id: 'destination', type: 'text', label: 'Destination', required: true, placeholder: 'Oslo' },
  { id: 'from', type: 'date', label: 'First day', required: true },
  { id: 'to', type: 'date', label: 'Last day', required: true },
];

const howToStay = (nights: number): readonly FormField[] => [
  {
    id: 'stay',
    type: 'radio',
    label: `Where to sleep for ${nights === 1 ? 'one night' : `${nights} nights`}`,
    required: true,
    options: [
      { value: 'hotel', label: 'Hotel' },
      { value: 'hostel', label: 'Hostel', description: 'A bed in a shared room' },
      { value: 'tent', label: 'Tent' },
    ],
  },
  { id: 'budget', type: 'number', label: 'Budget in euros', min: 1, integer: true },
  { id: 'notes', type: 'textarea', label: 'Anything else', placeholder: 'No early trains, please.' },
];

/** It lives for as long as the tool is loaded: the next trip starts with the same destination. */
let lastDestination = '';

export default defineTool<{ readonly destination?: string }>({
  name: 'plan_trip',
  title: 'Plan a trip',
  description: 'Ask the person for everything that is needed to plan a trip: where, when, how to stay, the budget.',
  parameters: {
    type: 'object',
    properties: { destination: { type: 'string', description: 'Where to, if the person said so already.' } },
  },
  handler({ destination = lastDestination }, ctx) {
    // Both steps are prompts of one interaction, and share this variable.
    let trip: Trip | null = null;
    return ctx.requestInteraction({
      type: 'input',
      prompt: 'Where do you want to go, and when? (1 of 2)',
      inputSchema: { type: 'form', fields: whereAndWhen },
      initialValues: { destination },
      presentation: 'questionnaire',
      completedView: { summaryTemplate: '{{destination}}' },
      timeoutMs: null,
      onResponse({ action, input = {} }) {
        if (action !== 'submit') return { complete: { ok: false, cancelled: true } };
        if (trip !== null) return { complete: { ok: true, trip: { ...trip, ...input } } };

        const [from, to] = [String(input.from), String(input.to)];
        const nights = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
        // What was typed stays in the form.
        if (nights < 1) return { reprompt: { error: 'The last day must be after the first.' } };
        lastDestination = String(input.destination);
        trip = { destination: lastDestination, from, to, nights };
        return {
          reprompt: {
            prompt: `${trip.destination}, ${from} to ${to}. How do you want to stay? (2 of 2)`,
            inputSchema: { type: 'form', fields: howToStay(nights) },
            initialValues: { stay: 'hotel', budget: 100 * nights },
            completedView: { summaryTemplate: '{{stay}}, {{budget}} €' },
          },
        };
      },
    });
  },
});
