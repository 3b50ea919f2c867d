import { expect, test } from 'vitest';
import type { Problem } from '../../../../src/gateway/errors/ServiceError.ts';
import { renderTemplate } from '../../../../src/gateway/runtime/renderTemplate.ts';

const PROBLEMS: Problem[] = [
  { field: 'n', message: 'is odd', code: 'ODD' },
  { field: 'm', message: 'is late' },
  { field: 'n', message: 'is long' },
];
const render = (template: unknown, problems: readonly Problem[] = PROBLEMS) =>
  renderTemplate(template, { status: 422, code: 'BAD', message: 'all wrong', problems, headers: {} }, 'id-1');

test.each<[unknown, unknown]>([
  ['{message}', 'all wrong'],
  ['{status}', 422],
  ['{status}!', '422!'],
  ['!{status}', '!422'],
  ['{code}/{code} {requestId}', 'BAD/BAD id-1'],
  ['{nope} {constructor}', '{nope} {constructor}'],
  ['{nope}', '{nope}'],
  ['{field}', '{field}'],
  [null, null],
  [7, 7],
  [true, true],
  [
    { error: '{message}', of: { id: '{requestId}' }, v: 1 },
    { error: 'all wrong', of: { id: 'id-1' }, v: 1 },
  ],
  [['{message}'], ['is odd', 'is late', 'is long']],
  [
    [{ f: '{field}', c: '{code}' }],
    [
      { f: 'n', c: 'ODD' },
      { f: 'm', c: 'BAD' },
      { f: 'n', c: 'BAD' },
    ],
  ],
  [
    ['{message}', '{message}'],
    ['all wrong', 'all wrong'],
  ],
  [
    ['{message}', undefined],
    ['all wrong', undefined],
  ],
  [[], []],
  [{ '{field}': ['{message}'] }, { n: ['is odd', 'is long'], m: ['is late'] }],
  [{ '{field}': '{message}' }, { n: 'is odd', m: 'is late' }],
  [
    { '{field}.{field}': '{field}', all: ['{field}'] },
    { 'n.n': 'n', 'm.m': 'm', all: ['n', 'm', 'n'] },
  ],
  [[{ '{field}': ['{message}'] }], [{ n: ['is odd'] }, { m: ['is late'] }, { n: ['is long'] }]],
])('%j is %j', (template, expected) => {
  expect(render(template)).toEqual(expected);
});

test('an error without problems is its own one problem', () => {
  expect(render([{ on: '{field}', text: '{message}', code: '{code}' }], [])).toEqual([
    { on: 'base', text: 'all wrong', code: 'BAD' },
  ]);
  expect(render({ '{field}': ['{message}'] }, [])).toEqual({ base: ['all wrong'] });
});

test('the problem of an input as a whole has the field base', () => {
  expect(render(['{field}: {message}'], [{ field: '', message: 'is empty' }])).toEqual(['base: is empty']);
});
