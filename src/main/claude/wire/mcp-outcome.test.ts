import { describe, expect, it } from 'vitest';
import { readMcpOutcome } from './mcp-outcome';

const said = (...texts: string[]) => texts.map((text) => ({ type: 'text', text }));
const parts = (report: unknown) => {
  const outcome = readMcpOutcome(report);
  return outcome?.what === 'mcp' ? outcome.parts : null;
};

describe('the result of an MCP tool', () => {
  it('has its structured content as JSON that people can read', () => {
    const report = { content: '{"humidity":82}', structuredContent: { humidity: 82 } };
    expect(readMcpOutcome(report)).toEqual({ what: 'mcp', structured: '{\n  "humidity": 82\n}', parts: [] });
  });

  it('has its links, as 2.1.327 reports them, once each', () => {
    const report = {
      content: said('[Resource link: A page] https://example.com/a (D)', '[Resource link: pw] file:///etc/passwd'),
      resourceLinks: [
        { uri: 'https://example.com/a', name: 'A page', title: 'T', description: 'D', mimeType: 'text/html', size: 12 },
        { uri: 'file:///etc/passwd', name: 'pw' },
        { name: 'without an address' },
      ],
    };
    expect(parts(report)).toEqual([
      { what: 'link', uri: 'https://example.com/a', name: 'T', description: 'D', mediaType: 'text/html' },
      { what: 'link', uri: 'file:///etc/passwd', name: 'pw', description: null, mediaType: null },
    ]);
  });

  it('has its links, as 2.1.197 puts them into words', () => {
    expect(
      parts(said('Here are two:', '[Resource link: A page] https://example.com/a (D)', '[Resource link: pw] file:///etc/passwd')),
    ).toEqual([
      { what: 'link', uri: 'https://example.com/a', name: 'A page', description: 'D', mediaType: null },
      { what: 'link', uri: 'file:///etc/passwd', name: 'pw', description: null, mediaType: null },
    ]);
  });

  it('has the texts of resources, and says where bytes were saved', () => {
    const saved = '/home/ann/.claude/projects/x/tool-results/mcp-rich-blob-1.zip';
    expect(
      parts(
        said(
          `[Resource from rich at x://b] Binary content (application/zip, 2KB) saved to ${saved}`,
          '[Resource from rich at x://t] the text\nof two lines',
          '[Resource from rich at x://picture] ',
          '[Audio from rich] Binary content (audio/wav, 8 bytes) saved to /tmp/a.wav',
        ),
      ),
    ).toEqual([
      { what: 'file', uri: 'x://b', mediaType: 'application/zip', size: '2KB', path: saved },
      { what: 'text', uri: 'x://t', text: 'the text\nof two lines' },
      { what: 'file', uri: null, mediaType: 'audio/wav', size: '8 bytes', path: '/tmp/a.wav' },
    ]);
  });

  it('keeps no more than a window can draw', () => {
    const many = parts({ resourceLinks: Array.from({ length: 1_000 }, () => ({ uri: 'x://y', name: 'n'.repeat(100_000) })), content: [] });
    expect(many).toHaveLength(100);
    expect(many?.[0]).toMatchObject({ name: 'n'.repeat(1_000) });
    let deep: object = {};
    for (let level = 0; level < 50_000; level += 1) deep = { deep };
    expect(readMcpOutcome({ content: [], structuredContent: deep })).toBeNull();
  });

  it.each([
    ['a plain text', said('ok')],
    ['a command', { stdout: '[Resource link: A page] https://example.com/a', stderr: '' }],
    ['a text that says so', '[Resource link: A page] https://example.com/a'],
    ['an error', 'Error: it broke'],
  ])('is not read into %s', (_what, report) => {
    expect(readMcpOutcome(report)).toBeNull();
  });
});
