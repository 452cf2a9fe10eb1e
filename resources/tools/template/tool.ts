import { defineTool } from 'signalbox/tools';

// Claude can call this tool in every session. It runs in a process of its own, and is loaded again when you save this file.
// What it prints is in its log: Settings > Tools.

export default defineTool<{ readonly name: string }>({
  // The name that Claude sees.
  name: 'TOOL_NAME',
  // The name that you see.
  title: 'TOOL_TITLE',
  // Tells Claude what the tool does and when to use it.
  description: 'Greet somebody, in the words that the person chooses.',
  // A JSON schema of the arguments.
  parameters: {
    type: 'object',
    properties: { name: { type: 'string', description: 'Whom to greet.' } },
    required: ['name'],
  },
  async handler({ name }, ctx) {
    ctx.log('Greeting', name);
    // Asks the person. Claude waits, and sees nothing of it but the result.
    return ctx.requestInteraction({
      type: 'input',
      prompt: `How should ${name} be greeted?`,
      inputSchema: {
        type: 'form',
        fields: [{ id: 'greeting', type: 'text', label: 'Greeting', required: true, defaultValue: 'Hello' }],
      },
      onResponse({ action, input = {} }) {
        // The person closed the form.
        if (action !== 'submit') return { complete: { ok: false, cancelled: true } };
        const greeting = String(input.greeting);
        // Asks again in the same place. What was typed stays.
        if (greeting.length > 50) return { reprompt: { error: 'That is too long for a greeting.' } };
        // What Claude gets, as JSON.
        return { complete: { ok: true, text: `${greeting}, ${name}!` } };
      },
    });
  },
});
