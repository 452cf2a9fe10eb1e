import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { flags, it, usual } from './demo-bench';
import { until } from './until';

describe.concurrent('the demo agent', () => {
  it('says nothing until it is spoken to, then introduces itself', async ({ bench }) => {
    const run = bench.start('quiet');
    const response = await run.control({ subtype: 'initialize' });
    expect(response).toMatchObject({ subtype: 'success', response: { account: expect.anything(), pid: expect.any(Number) } });
    expect(run.lines).toHaveLength(1);
  });

  it('prints a turn in the order the CLI does', async ({ bench }) => {
    const run = bench.start('quiet');
    run.say('hello');
    await run.next((line) => line.subtype === 'session_state_changed' && line.state === 'idle');
    expect(run.lines.map(({ type, subtype, event }) => [type, subtype, event?.type].filter(Boolean).join(' '))).toEqual([
      'system session_state_changed',
      'system init',
      'system status',
      'stream_event message_start',
      'stream_event content_block_start',
      'stream_event content_block_delta',
      'assistant',
      'stream_event content_block_stop',
      'stream_event message_delta',
      'stream_event message_stop',
      'result success',
      'system session_state_changed',
    ]);
    expect(run.lines.at(-2)).toMatchObject({
      is_error: false,
      result: 'ok',
      num_turns: 1,
      terminal_reason: 'completed',
      permission_denials: [],
    });
  });

  it('streams nothing without --include-partial-messages', async ({ bench }) => {
    const run = bench.startBare('quiet', ...flags);
    run.say('hello');
    await run.result();
    expect(run.lines.filter(({ type }) => type === 'stream_event')).toEqual([]);
  });

  it('tells the whole story, and does what it was allowed to', async ({ bench }) => {
    const run = bench.startWithTools('story');
    run.say('hello');
    (await run.ask()).allow();
    (await run.ask()).allow();
    await run.result();
    run.say('go on');
    (await run.ask()).allow();
    const question = await run.ask();
    question.allow({ answers: { 'Which layout should the board have?': 'Cards', 'What else should it show?': ['Clock', 'Delays'] } });
    expect(await run.result()).toMatchObject({ result: expect.stringContaining('| Extras | Clock, Delays |') });
    run.say('go on');
    const plan = await run.ask();
    expect(plan).toMatchObject({ tool_name: 'ExitPlanMode', input: { plan: expect.stringContaining('**Layout:** Cards') } });
    plan.allow();
    (await run.ask()).allow();
    await run.result();
    run.say('go on');
    const form = await run.message('tools/call');
    form.gives({
      ok: true,
      answers: { version: '1.2.0', date: '2026-12-01', contents: ['the late train', 'the new style'], announce: false },
    });
    const notes = await run.ask();
    expect(notes.input).toMatchObject({ content: expect.stringContaining('1.2.0') });
    notes.allow();
    await run.result();
    expect(run.streamed).toContain('| What goes in | the late train, the new style |\n| Announce it | no |');
    run.say('go on');
    (await run.ask()).allow();
    await run.result();
    expect(run.toolResults.filter(({ is_error }) => is_error)).toEqual([
      expect.objectContaining({ content: expect.stringContaining('Exit code 127') }),
    ]);
    expect(readFileSync(bench.in('departures/index.html'), 'utf8')).toContain('<s>09:27</s> 09:35');
    expect(readdirSync(bench.in('departures')).sort()).toEqual(['index.html', 'release-notes.md', 'style.css']);
    expect(run.lines.flatMap((line) => (line.permissionMode && line.subtype === 'status' ? [line.permissionMode] : []))).toEqual([
      'plan',
      'default',
    ]);
  });

  it('tells the story to the end when everything is denied, and makes nothing', async ({ bench }) => {
    const run = bench.startWithTools('story');
    for (const denied of [2, 1, 1, 0, 1]) {
      run.say('go on');
      if (denied === 0) (await run.message('tools/call')).gives({ ok: false, cancelled: true });
      for (let count = 0; count < denied; count++) (await run.ask()).deny('not like this');
      // Without its page, the second part of the story can't ask to edit it and goes straight to its questions.
      expect(await run.result()).toMatchObject({ subtype: 'success', permission_denials: Array(denied).fill(expect.anything()) });
    }
    expect(run.streamed).toContain('You said: *not like this*');
    expect(run.streamed).toContain('No release notes, then.');
    expect(bench.made).toEqual([]);
  });
});

describe.concurrent('a permission', () => {
  it('is asked for with what the CLI says about it', async ({ bench }) => {
    const run = bench.start('asks');
    run.say('ask Bash touch x.txt');
    const { allow, deny, answer, request_id, ...request } = await run.ask();
    expect(request).toEqual({
      subtype: 'can_use_tool',
      tool_name: 'Bash',
      display_name: 'Bash',
      input: { command: 'touch x.txt', description: 'What you asked for' },
      description: 'What you asked for',
      permission_suggestions: [
        { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'touch x.txt' }], behavior: 'allow', destination: 'localSettings' },
        { type: 'addDirectories', directories: [bench.folder], destination: 'session' },
        { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
      ],
      blocked_path: bench.in('x.txt'),
      tool_use_id: expect.stringMatching(/^toolu_/),
    });
    expect(existsSync(bench.in('x.txt'))).toBe(false);
    allow();
    await run.result();
    expect(existsSync(bench.in('x.txt'))).toBe(true);
  });

  it('denied leaves things alone and passes the reason on word for word', async ({ bench }) => {
    const run = bench.start('asks');
    run.say('ask Bash touch x.txt');
    (await run.ask()).deny('use y.txt instead');
    expect(await run.result()).toMatchObject({
      subtype: 'success',
      result: 'Not allowed: use y.txt instead',
      permission_denials: [{ tool_name: 'Bash' }],
    });
    expect(run.toolResults).toMatchObject([{ content: 'use y.txt instead', is_error: true }]);
    expect(bench.made).toEqual([]);
  });

  it('runs the input it came back with', async ({ bench }) => {
    const run = bench.start('asks');
    run.say('ask Bash touch x.txt');
    (await run.ask()).allow({ command: 'touch edited.txt' });
    await run.result();
    expect(bench.made).toEqual(['edited.txt']);
  });

  it('is refused when the answer is no answer', async ({ bench }) => {
    const run = bench.start('asks');
    for (const answer of [{ behavior: 'allow' }, { behavior: 'deny' }, {}]) {
      run.say('ask Bash touch x.txt');
      (await run.ask()).answer(answer);
      expect(await run.result()).toMatchObject({ permission_denials: [{ tool_name: 'Bash' }] });
    }
    expect(bench.made).toEqual([]);
  });

  it('is not asked for twice under a rule or a mode that came with the answer', async ({ bench }) => {
    const run = bench.start('asks');
    run.say('asks 3');
    (await run.ask()).allow({}, { updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }] });
    await run.result();
    expect(run.lines.filter(({ type }) => type === 'control_request')).toHaveLength(1);
    expect(bench.made).toEqual(['ask-1.txt', 'ask-2.txt', 'ask-3.txt']);
  });

  it('denied with an interrupt stops the turn', async ({ bench }) => {
    const run = bench.start('asks');
    run.say('asks 2');
    (await run.ask()).deny('stop', { interrupt: true });
    expect(await run.result()).toMatchObject({
      subtype: 'error_during_execution',
      terminal_reason: 'aborted_tools',
      permission_denials: [{}],
    });
    expect(run.toolResults).toMatchObject([{ is_error: true }, { text: '[Request interrupted by user for tool use]' }]);
  });

  it('never reaches a file outside the folder, by its name or through a link', async ({ bench }) => {
    const outside = mkdtempSync(path.join(tmpdir(), 'demo-outside-'));
    symlinkSync(outside, bench.in('folder'));
    symlinkSync(path.join(outside, 'new.txt'), bench.in('nowhere'));
    const run = bench.start('asks');
    for (const name of ['folder/x.txt', 'nowhere', `../${path.basename(outside)}/x.txt`]) {
      run.say(`ask Write ${name}`);
      (await run.ask()).allow();
      expect(await run.result()).toMatchObject({ result: expect.stringMatching(/is outside|leads nowhere/) });
    }
    expect(readdirSync(outside)).toEqual([]);
    rmSync(outside, { recursive: true });
  });

  it('that cannot be carried out fails, and the turn goes on', async ({ bench }) => {
    mkdirSync(bench.in('a-folder'));
    const run = bench.start('asks');
    run.say('ask Write a-folder');
    (await run.ask()).allow();
    expect(await run.result()).toMatchObject({ subtype: 'success', result: expect.stringContaining('EISDIR') });
  });

  it('can be one of several open at once, answered in any order', async ({ bench }) => {
    const run = bench.start('asks');
    run.say('parallel 3');
    const [first, second, third] = [await run.ask(), await run.ask(), await run.ask()];
    second.deny('b');
    await until(() => expect(run.toolResults).toMatchObject([{ tool_use_id: second.tool_use_id, content: 'b' }]));
    third.deny('c');
    first.deny('a');
    expect(await run.result()).toMatchObject({ permission_denials: [{}, {}, {}] });
  });

  it('that is open is listed by a second initialize', async ({ bench }) => {
    const run = bench.start('asks');
    await run.control({ subtype: 'initialize' });
    run.say('ask Bash touch x.txt');
    const { request_id } = await run.ask();
    expect(await run.control({ subtype: 'initialize' })).toMatchObject({ pending_permission_requests: [{ request_id }] });
  });
});

describe.concurrent('a question', () => {
  it('gives its answers to the text that follows', async ({ bench }) => {
    const run = bench.start('asks');
    run.say('question');
    const ask = await run.ask();
    expect(ask.tool_name).toBe('AskUserQuestion');
    expect(ask).not.toHaveProperty('permission_suggestions');
    ask.allow({ answers: { 'Which colour?': 'teal', 'Which fruits?': ['Apple', 'Fig'] } });
    expect(await run.result()).toMatchObject({ result: 'Colour: teal. Fruit: Apple, Fig.' });
    expect(run.toolResults).toMatchObject([
      {
        content:
          'Your questions have been answered: "Which colour?"="teal", "Which fruits?"="Apple,Fig". You can now continue with these answers in mind.',
      },
    ]);
  });
});

describe.concurrent('an interrupt', () => {
  it('while text streams prints what there is', async ({ bench }) => {
    const run = bench.start('crash');
    run.say('hang');
    await until(() => expect(run.streamed).toBe('Still thinking'));
    await run.control({ subtype: 'interrupt' });
    expect(await run.result()).toMatchObject({ subtype: 'error_during_execution', is_error: true, terminal_reason: 'aborted_streaming' });
    expect(run.lines.filter(({ type }) => type === 'assistant')).toMatchObject([
      { message: { content: [{ type: 'text', text: 'Still thinking' }] } },
    ]);
    expect(run.toolResults).toEqual([{ type: 'text', text: '[Request interrupted by user]' }]);
  });

  it('while a tool runs ends the tool', async ({ bench }) => {
    const run = bench.start('asks');
    run.say('ask Bash touch begun && sleep 600 && touch ended');
    (await run.ask()).allow();
    await until(() => expect(existsSync(bench.in('begun'))).toBe(true));
    await run.control({ subtype: 'interrupt' });
    expect(await run.result()).toMatchObject({
      subtype: 'error_during_execution',
      terminal_reason: 'aborted_tools',
      permission_denials: [],
    });
    expect(run.toolResults).toMatchObject([{ is_error: true }, { text: '[Request interrupted by user for tool use]' }]);
  });

  it('while a permission is open withdraws it first', async ({ bench }) => {
    const run = bench.start('asks');
    run.say('ask Bash touch x.txt');
    const { request_id, allow } = await run.ask();
    const before = run.lines.length;
    await run.control({ subtype: 'interrupt' });
    expect(await run.result()).toMatchObject({ terminal_reason: 'aborted_tools', permission_denials: [{ tool_name: 'Bash' }] });
    expect(run.lines.slice(before).find(({ type }) => type.startsWith('control'))).toEqual({ type: 'control_cancel_request', request_id });
    allow();
    run.say('anything');
    await run.result();
    expect(bench.made).toEqual([]);
  });

  it('leaves queued messages to run next, unless they were cancelled', async ({ bench }) => {
    const run = bench.start('crash');
    run.say('hang');
    await until(() => expect(run.streamed).toBe('Still thinking'));
    const unwanted = randomUUID();
    run.say('crash', unwanted);
    run.say('quiet');
    expect(await run.control({ subtype: 'cancel_async_message', message_uuid: unwanted })).toMatchObject({ response: { cancelled: true } });
    await run.control({ subtype: 'interrupt' });
    expect([await run.result(), await run.result()]).toMatchObject([{ terminal_reason: 'aborted_streaming' }, { result: 'ok' }]);
  });
});

describe.concurrent('a control request', () => {
  it('changes mode and model for the turns that follow', async ({ bench }) => {
    const run = bench.start('quiet');
    expect(await run.control({ subtype: 'set_permission_mode', mode: 'acceptEdits' })).toMatchObject({ response: { mode: 'acceptEdits' } });
    expect(await run.control({ subtype: 'set_permission_mode', mode: 'bypassPermissions' })).toMatchObject({ subtype: 'error' });
    await run.control({ subtype: 'set_model', model: 'opus' });
    run.say('hello');
    expect(await run.next(({ subtype }) => subtype === 'init')).toMatchObject({ permissionMode: 'acceptEdits', model: 'claude-opus-4-8' });
  });

  it('tells the settings in force: there are none', async ({ bench }) => {
    const run = bench.start('quiet');
    expect(await run.control({ subtype: 'get_settings' })).toMatchObject({ subtype: 'success', response: { sources: [] } });
  });

  it('that is not known is answered with an error', async ({ bench }) => {
    const run = bench.start('quiet');
    expect(await run.control({ subtype: 'sing' })).toMatchObject({ subtype: 'error', error: 'Unsupported control request subtype: sing' });
  });

  it('end_session ends the process', async ({ bench }) => {
    const run = bench.start('quiet');
    await run.control({ subtype: 'end_session' });
    expect(await run.exit).toBe(0);
  });
});

describe.concurrent('a session', () => {
  it('goes on with the next beat in a new run', async ({ bench }) => {
    const id = randomUUID();
    const first = bench.start('story', '--session-id', id);
    first.say('hello');
    (await first.ask()).allow();
    (await first.ask()).allow();
    await first.result();
    first.endInput();
    expect(await first.exit).toBe(0);

    const second = bench.start('story', '--resume', id);
    second.say('go on');
    const ask = await second.ask();
    expect(ask).toMatchObject({ tool_name: 'Edit' });
    expect(second.lines.find(({ subtype }) => subtype === 'init')).toMatchObject({ session_id: id });
  });

  it('leaves a chain of lines such as the CLI leaves', async ({ bench }) => {
    const id = randomUUID();
    const run = bench.start('asks', '--session-id', id);
    run.say('ask Bash touch x.txt');
    (await run.ask()).allow();
    await run.result();
    await run.control({ subtype: 'rename_session', title: 'Named' });
    const lines = bench.transcript(id);
    expect(lines).toContainEqual({ type: 'custom-title', customTitle: 'Named', sessionId: id });
    const chain = lines.filter(({ type }) => type === 'user' || type === 'assistant');
    expect(chain.map(({ type }) => type)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(chain.map(({ parentUuid }) => parentUuid)).toEqual([null, ...chain.slice(0, -1).map(({ uuid }) => uuid)]);
    expect(lines.find(({ type }) => type === 'last-prompt')).toMatchObject({
      lastPrompt: 'ask Bash touch x.txt',
      leafUuid: chain.at(-1)?.uuid,
    });
    expect(chain[0]).toMatchObject({
      cwd: bench.folder,
      sessionId: id,
      message: { content: 'ask Bash touch x.txt' },
      timestamp: expect.any(String),
    });
  });

  it('asks for the same call again when its run was killed and the call is marked as deferred', async ({ bench }) => {
    const { id, call } = await bench.killedWhileAsking();
    bench.markDeferred(id, { toolUseID: call.tool_use_id, toolName: 'Bash', toolInput: call.input });
    const run = bench.start('asks', '--resume', id);
    const again = await run.ask();
    expect(again).toMatchObject({ tool_use_id: call.tool_use_id, input: call.input });
    again.allow();
    expect(await run.result()).toMatchObject({ result: expect.stringMatching(/^Done/) });
    expect(bench.made).toEqual(['x.txt']);
  });

  it('takes a late answer that names the call', async ({ bench }) => {
    const { id, call } = await bench.killedWhileAsking();
    const run = bench.start('asks', '--resume', id);
    const response = { behavior: 'allow', updatedInput: call.input, toolUseID: call.tool_use_id };
    run.send({ type: 'control_response', response: { subtype: 'success', request_id: 'any', response } });
    await run.result();
    expect(bench.made).toEqual(['x.txt']);
  });

  it('is forked under a new id with its history', async ({ bench }) => {
    const id = randomUUID();
    const first = bench.start('story', '--session-id', id);
    first.say('hello');
    (await first.ask()).allow();
    (await first.ask()).allow();
    await first.result();
    const before = readFileSync(bench.transcriptFile(id), 'utf8');
    const fork = bench.start('story', '--resume', id, '--fork-session');
    fork.say('go on');
    await fork.ask();
    const forked = z.string().parse(fork.lines.find(({ subtype }) => subtype === 'init')?.session_id);
    expect(forked).not.toBe(id);
    expect(bench.transcript(forked).find(({ type }) => type === 'user')).toMatchObject({
      sessionId: forked,
      message: { content: 'hello' },
    });
    expect(readFileSync(bench.transcriptFile(id), 'utf8')).toBe(before);
  });

  it('can be neither started twice nor resumed when there is none', async ({ bench }) => {
    const id = randomUUID();
    const first = bench.start('quiet', '--session-id', id);
    first.say('hello');
    await first.result();
    const twin = bench.start('quiet', '--session-id', id);
    expect(await twin.exit).toBe(1);
    expect(twin.stderr).toContain('is already in use');
    const lost = bench.start('quiet', '--resume', randomUUID());
    expect(await lost.exit).toBe(1);
    expect(lost.lines).toMatchObject([{ type: 'result', subtype: 'error_during_execution', is_error: true }]);
  });
});

describe.concurrent('under load and in trouble', () => {
  it('a flood loses nothing and keeps its order', async ({ bench }) => {
    const run = bench.start('flood');
    run.say('flood 20000');
    await run.result();
    const numbers = run.streamed.trim().split(' ');
    expect(numbers).toEqual(Array.from({ length: 20_000 }, (_, n) => `#${n}`));
    expect(run.lines.findLast(({ type }) => type === 'assistant')?.message?.content).toMatchObject([{ text: run.streamed }]);
  });

  it('stops on TERM even when nobody reads what it prints', async ({ bench }) => {
    const scenario = bench.in('big.json');
    writeFileSync(
      scenario,
      JSON.stringify({ turns: [{ steps: [{ raw: 'x', times: 50_000_000 }, { stderr: 'printed' }, { hang: true }] }] }),
    );
    const run = bench.start(scenario);
    await run.control({ subtype: 'initialize' });
    run.stopReading();
    run.say('go');
    await until(() => expect(run.stderr).toContain('printed'));
    run.signal('SIGTERM');
    await until(() => expect(run.exitCode).toBe(143));
    run.readOn();
  });

  it('end of input fails the open permission, finishes the turn and exits 0', async ({ bench }) => {
    const run = bench.start('asks');
    run.say('ask Bash touch x.txt');
    await run.ask();
    run.endInput();
    expect(await run.exit).toBe(0);
    expect(run.toolResults).toMatchObject([
      { is_error: true, content: expect.stringContaining('Tool permission stream closed before response received') },
    ]);
    expect(run.lines.findLast(({ type }) => type === 'result')).toMatchObject({
      subtype: 'success',
      result: expect.stringContaining('Not allowed'),
    });
    expect(bench.made).toEqual([]);
  });

  it('dies of a line that makes no sense', async ({ bench }) => {
    const lines = ['nonsense', 'null', '{"type":"user"}', '{"type":"control_request","request_id":"a"}', '{"type":"control_response"}'];
    const runs = lines.map((line) => {
      const run = bench.start('quiet');
      run.write(`${line}\n`);
      return run;
    });
    expect(await Promise.all(runs.map(({ exit }) => exit))).toEqual(lines.map(() => 1));
    expect(runs.map(({ stderr }) => stderr)).toEqual(
      lines.map((line) => expect.stringContaining(`Error parsing streaming input line: ${line}`)),
    );
  });

  it('passes over an empty line, a list and an unknown type', async ({ bench }) => {
    const run = bench.start('quiet');
    run.write('\n[]\n{"type":"from_the_future"}\n');
    run.say('hello');
    expect(await run.result()).toMatchObject({ result: 'ok' });
  });

  it('reads a message cut in the middle of a character', async ({ bench }) => {
    const run = bench.start('asks');
    const bytes = Buffer.from(`${JSON.stringify({ type: 'user', message: { role: 'user', content: 'ask Bash touch \u2028é.txt' } })}\n`);
    const cut = bytes.indexOf('é') + 1;
    const ask = run.ask();
    run.write(bytes.subarray(0, cut));
    run.write(bytes.subarray(cut));
    expect((await ask).input).toMatchObject({ command: 'touch \u2028é.txt' });
  });

  it('crashes in the middle of a turn with the code it was told', async ({ bench }) => {
    const run = bench.start('crash');
    run.say('crash 7');
    expect(await run.exit).toBe(7);
    expect(run.streamed).toBe('This sentence will be cut off in the mid');
    expect(run.stderr).toContain('crashes because');
    expect(run.lines.filter(({ type }) => type === 'result' || type === 'assistant')).toEqual([]);
  });

  it('ends a turn in an API error after the retries', async ({ bench }) => {
    const run = bench.start('crash');
    run.say('overloaded');
    expect(await run.result()).toMatchObject({ subtype: 'success', is_error: true, api_error_status: 529 });
    expect(run.lines.flatMap(({ subtype, attempt }) => (subtype === 'api_retry' ? [attempt] : []))).toEqual([1, 2]);
    run.endInput();
    expect(await run.exit).toBe(1);
  });

  it('prints what is no JSON when it is told to', async ({ bench }) => {
    const run = bench.start('crash');
    run.say('noise');
    await run.result();
    expect(run.junk).toEqual(['not json', '{"type":"half']);
  });

  it('ignores TERM and the end of input once it is stubborn', async ({ bench }) => {
    const scenario = bench.in('stubborn.json');
    writeFileSync(
      scenario,
      JSON.stringify({ turns: [{ steps: [{ stubborn: true }, { crash: { code: 42, afterMs: 400 } }, { text: 'ok' }] }] }),
    );
    const run = bench.start(scenario);
    run.say('go');
    await run.result();
    run.endInput();
    run.signal('SIGTERM');
    expect(await run.exit).toBe(42);
  });
});

describe.concurrent('the command line', () => {
  it('tells its version', async ({ bench }) => {
    const run = bench.startBare('quiet', '--version');
    expect(await run.exit).toBe(0);
    expect(run.junk).toEqual(['2.1.197 (Signalbox demo agent)']);
  });

  it('is refused with the CLI’s words, or with the name of a scenario that is not there', async ({ bench }) => {
    const bare = (...args: string[]) => bench.startBare('quiet', ...args);
    const runs = [
      bare(...usual, '--bogus'),
      bare(...usual, '--permission-mode', 'wild'),
      bare(...usual, '--session-id', 'nope'),
      bare(...flags.filter((flag) => flag !== '--verbose')),
      bench.start('no-such-scenario'),
    ];
    expect(await Promise.all(runs.map(({ exit }) => exit))).toEqual([1, 1, 1, 1, 1]);
    const words = [
      "error: unknown option '--bogus'",
      "argument 'wild' is invalid",
      'Invalid session ID',
      'requires --verbose',
      'no-such-scenario',
    ];
    expect(runs.map(({ stderr }) => stderr)).toEqual(words.map((word) => expect.stringContaining(word)));
  });
});
