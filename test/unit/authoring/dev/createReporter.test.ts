import { expect, test } from 'vitest';
import type { LoadedApi } from '../../../../src/authoring/dev/createApiLoader.ts';
import { type DevState, createReporter } from '../../../../src/authoring/dev/createReporter.ts';
import { DOCUMENTS, compileDocuments } from '../../cli/support/compileDocuments.ts';

const { plan, schema } = compileDocuments(DOCUMENTS);
const apiOf = (revision: string, warnings: readonly string[] = []) =>
  ({ plan: { ...plan, warnings }, schema, revision, documents: ['/v1/openapi.json'] }) as unknown as LoadedApi;
const live = (api: LoadedApi) => ({ isLive: true, api, milliseconds: 41.6 }) as const;
const broken = (...messages: string[]) =>
  ({ isLive: false, problems: messages.map((message) => ({ message })) }) as const;

function open() {
  const lines: string[] = [];
  const states: DevState[] = [];
  const terminal = { print: (text: string) => void lines.push(text), style: (_: unknown, text: string) => text };
  const reporter = createReporter({
    terminal,
    send: (state) => states.push(state),
    greet: ({ revision }) => lines.push(`greeted with ${revision}`),
  });
  return { ...reporter, lines, last: () => states.at(-1) };
}

test('greets with the first API, and then reports one line for each reload', () => {
  const { report, lines, last } = open();
  report(live(apiOf('a')));
  report(live(apiOf('b')));
  expect(lines).toEqual(['greeted with a', 'reloaded in 42 ms: no change of the API']);
  expect(last()).toEqual({
    revision: 'b',
    documents: ['/v1/openapi.json'],
    problems: [],
    warnings: [],
    breaking: [],
  });
});

test('prints the problems of every reload, and says what is served meanwhile', () => {
  const { report, lines, last } = open();
  report(broken('One.', 'Two.'));
  report(broken('One.', 'Two.'));
  report(live(apiOf('a')));
  report(broken('One.'));
  report(live(apiOf('b')));
  expect(lines).toEqual([
    'One.\nTwo.\n2 errors; until they are fixed, every request is 503',
    'One.\nTwo.\n2 errors; until they are fixed, every request is 503',
    'greeted with a',
    'One.\n1 error; until it is fixed, the last version without errors is still served',
    'fixed; reloaded in 42 ms: no change of the API',
  ]);
  expect(last()).toMatchObject({ revision: 'b', problems: [] });
});

test('prints a warning once, wherever it moves, and again when it comes back', () => {
  const { report, lines, last } = open();
  const printed = () => lines.splice(0).filter((line) => line.startsWith('warning: '));
  report(live(apiOf('a', ['rest/v1/a.graphql:1:2: Odd.'])));
  expect(printed()).toEqual(['warning: rest/v1/a.graphql:1:2: Odd.']);
  report(live(apiOf('b', ['rest/v1/a.graphql:3:2: Odd.'])));
  expect(printed()).toEqual([]);
  expect(last()).toMatchObject({ warnings: ['rest/v1/a.graphql:3:2: Odd.'] });
  report(live(apiOf('c')));
  report(live(apiOf('d', ['rest/v1/a.graphql:1:2: Odd.'])));
  expect(printed()).toHaveLength(1);
});

test('prints new breaking changes only, and when there are none any more', () => {
  const { report, reportBreaks, lines, last } = open();
  report(live(apiOf('a')));
  reportBreaks([]);
  expect(lines.splice(0)).toEqual(['greeted with a']);
  reportBreaks(['Breaking: a']);
  reportBreaks(['Breaking: a', 'Breaking: b']);
  reportBreaks(['Breaking: a', 'Breaking: b']);
  expect(lines.splice(0)).toEqual(['Breaking: a', 'Breaking: b']);
  expect(last()).toMatchObject({ breaking: ['Breaking: a', 'Breaking: b'] });
  // A change that is not served does not change what is compared.
  report(broken('One.'));
  expect(last()).toMatchObject({ breaking: ['Breaking: a', 'Breaking: b'] });
  reportBreaks([]);
  expect(lines.at(-1)).toBe('no breaking changes any more');
  expect(last()).toMatchObject({ breaking: [] });
});
