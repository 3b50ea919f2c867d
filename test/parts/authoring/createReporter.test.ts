import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LoadedApi } from '../../../src/authoring/dev/createApiLoader.ts';
import { type DevState, createReporter, problemsOf } from '../../../src/authoring/dev/createReporter.ts';

const apiOf = (revision: string, warnings: readonly string[] = []) =>
  ({ plan: { versions: [] }, warnings, revision, documents: ['/v1/openapi.json'] }) as unknown as LoadedApi;
/** The state that a client gets which asks now. */
function stateOf({ handle }: Pick<ReturnType<typeof createReporter>, 'handle'>): DevState {
  let text = '';
  const response = { writeHead: () => {}, write: (event: string) => (text += event), once: () => {} };
  handle({ socket: { setTimeout: () => {} } } as never, response as never);
  return JSON.parse(text.replace(/^data: /, '')) as DevState;
}

function open() {
  const lines: string[] = [];
  const reporter = createReporter({
    print: (text) => void lines.push(text),
    greet: ({ revision }) => lines.push(`greeted with ${revision}`),
  });
  const live = (api: LoadedApi) => reporter.reportLive(api, 41.6);
  return { ...reporter, live, lines, last: () => stateOf(reporter) };
}

test('prints the problems of every reload, and says what is served meanwhile', () => {
  const { live, reportProblems, lines, last } = open();
  reportProblems(['One.', 'Two.']);
  reportProblems(['One.', 'Two.']);
  live(apiOf('a'));
  reportProblems(['One.']);
  live(apiOf('b'));
  expect(lines).toEqual([
    'One.',
    'Two.',
    '2 errors; until this is fixed, every request is 503',
    'One.',
    'Two.',
    '2 errors; until this is fixed, every request is 503',
    'greeted with a',
    'One.',
    '1 error; until this is fixed, the last version without errors is still served',
    'reloaded in 42 ms: no change of an endpoint',
  ]);
  expect(last()).toMatchObject({ revision: 'b', problems: [] });
});

test('prints a warning once, and again when it comes back', () => {
  const { live, lines, last } = open();
  const printed = () => lines.splice(0).filter((line) => line.startsWith('warning: '));
  live(apiOf('a', ['rest/v1/a.graphql:1:2: Odd.']));
  expect(printed()).toEqual(['warning: rest/v1/a.graphql:1:2: Odd.']);
  live(apiOf('b', ['rest/v1/a.graphql:1:2: Odd.']));
  expect(printed()).toEqual([]);
  expect(last()).toMatchObject({ warnings: ['rest/v1/a.graphql:1:2: Odd.'] });
  live(apiOf('c'));
  live(apiOf('d', ['rest/v1/a.graphql:1:2: Odd.']));
  expect(printed()).toHaveLength(1);
});

test('prints new breaking changes only, and when there are none any more', () => {
  const { live, reportProblems, reportBreaks, lines, last } = open();
  live(apiOf('a'));
  reportBreaks([]);
  expect(lines.splice(0)).toEqual(['greeted with a']);
  reportBreaks(['Breaking: a']);
  reportBreaks(['Breaking: a', 'Breaking: b']);
  reportBreaks(['Breaking: a', 'Breaking: b']);
  expect(lines.splice(0)).toEqual(['Breaking: a', 'Breaking: b']);
  expect(last()).toMatchObject({ breaking: ['Breaking: a', 'Breaking: b'] });
  // A change that is not served does not change what is compared.
  reportProblems(['One.']);
  expect(last()).toMatchObject({ breaking: ['Breaking: a', 'Breaking: b'] });
  reportBreaks([]);
  expect(lines.at(-1)).toBe('no breaking changes any more');
  expect(last()).toMatchObject({ breaking: [] });
});

test.each([
  [new Error('The schema is gone.'), 'The schema is gone.'],
  ['thrown text', 'thrown text'],
])('a problem has the message of any other error', (error, expected) => {
  expect(problemsOf(error)).toEqual([expected]);
});

describe('handle', () => {
  let reporter: ReturnType<typeof createReporter>;
  let url: string;
  let answered: ServerResponse;
  const server = createServer((request, response) => reporter.handle(request, (answered = response)));
  const reportBreak = (text: string) => reporter.reportBreaks([text]);
  const eventOf = (text: string) => expect.stringMatching(`^data: {.*"breaking":\\["${text}"\\]}\n\n$`);

  beforeEach(async () => {
    reporter = createReporter({ print: () => {}, greet: () => {} });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    reporter.close();
    server.close();
  });

  test('sends the current state, and each one that follows, as events', async () => {
    reportBreak('two\nlines');
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toEqual(eventOf('two\\\\nlines'));
    reportBreak('three');
    expect((await reader.read()).value).toEqual(eventOf('three'));
    reporter.close();
    expect((await reader.read()).done).toBe(true);
  });

  test('forgets clients that have gone', async () => {
    const abort = new AbortController();
    await fetch(url, { signal: abort.signal });
    const closed = once(answered, 'close');
    abort.abort();
    await closed;
    reportBreak('nobody reads');
    const response = await fetch(url);
    reporter.close();
    expect(await response.text()).toEqual(eventOf('nobody reads'));
  });
});
