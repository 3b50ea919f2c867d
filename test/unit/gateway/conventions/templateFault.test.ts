import { expect, test } from 'vitest';
import { templateFault } from '../../../../src/gateway/conventions/templateFault.ts';

const ONCE = 'must have the value "{body}" exactly once';

test.each<[unknown, string | undefined]>([
  ['{body}', undefined],
  [{ data: '{body}' }, undefined],
  [{ a: [1, { b: '{body}' }], text: 'no { placeholder' }, undefined],
  [{ data: '{body}', other: '{info}' }, undefined],
  [{ data: '{nope}' }, 'has no placeholder {nope}'],
  [{ data: '{body}', '{nope}': 1 }, 'has no placeholder {nope}'],
  [{}, ONCE],
  [{ a: '{body}', b: '{body}' }, ONCE],
  [{ data: 'the {body}' }, ONCE],
  [{ data: '{body:string}' }, ONCE],
  [{ '{body}': 1 }, ONCE],
])('the fault of %j is %j', (template, fault) => {
  expect(templateFault(template, 'body', ['info'])).toBe(fault);
});
