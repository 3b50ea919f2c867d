import { expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/plan/conventions/defaultConventions.ts';
import { contextOf, field, parameter } from './support/coercion.ts';
import { readVariables } from './support/readRequest.ts';

const inputs = { Choice: { fields: [field('one', 'Int'), field('two', 'Int')], isOneOf: true as const } };
const EXACTLY_ONE = ['body must have exactly one property'];

/** What a body sets where unknown properties are ignored. */
function read(body: unknown): unknown {
  const unknown = { ...DEFAULT_CONVENTIONS.unknown, body: 'ignore' } as const;
  const context = contextOf({ inputs, conventions: { unknown } });
  return readVariables({ parameters: [parameter('choice', 'Choice!', { source: 'whole' })] }, { body }, context);
}

test.each<[unknown, unknown]>([
  [{ one: 1 }, { choice: { one: 1 } }],
  [{ one: 1, three: 3 }, { choice: { one: 1 } }],
  [{ two: 2, three: null }, { choice: { two: 2 } }],
  [{ three: 3 }, EXACTLY_ONE],
  [{ one: 1, two: 2 }, EXACTLY_ONE],
  [{ one: null }, EXACTLY_ONE],
  [{}, EXACTLY_ONE],
])('exactly one property counts, and unknown ones do not where they are ignored: %j', (body, expected) => {
  expect(read(body)).toEqual(expected);
});

test.each<[object, unknown]>([
  [{ text: '' }, { choice: { text: '' } }],
  [{ one: '1' }, { choice: { one: 1 } }],
  [{ one: '' }, ['one must be an integer between -2147483648 and 2147483647']],
  [{ one: '1', text: '' }, EXACTLY_ONE],
])('in a form an empty text is a value, as the only property is not null: %j', (body, expected) => {
  const fields = [field('one', 'Int'), field('text', 'String')];
  const context = contextOf({ inputs: { Choice: { fields, isOneOf: true } } });
  const parameters = [parameter('choice', 'Choice!', { source: 'whole' })];
  expect(readVariables({ parameters }, { body, syntax: 'form' }, context)).toEqual(expected);
});
