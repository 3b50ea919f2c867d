import { parse, specifiedRules, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { DOCUMENT_RULES, MAX_ALIASES, MAX_QUERY_DEPTH } from '../../../src/service/graphql/documentRules.ts';
import { INTROSPECTION } from './support/introspection.ts';
import { mergedSchema } from '../federation/support/mergedSchema.ts';

const schema = mergedSchema();

function messagesOf(text: string): string[] {
  return validate(schema, parse(text), [...specifiedRules, ...DOCUMENT_RULES]).map(({ message }) => message);
}

/** A query for orders, their users, the orders of those, and so on, of this depth. */
function nested(depth: number): string {
  const steps = Array.from({ length: depth - 1 }, (_, index) => ['orders', 'nodes', 'user'][index % 3]!);
  const leaf = steps.at(-1) === 'orders' ? 'totalCount' : 'id';
  return `{ ${steps.map((step) => `${step} {`).join(' ')} ${leaf} ${'}'.repeat(steps.length)} }`;
}

describe('depth', () => {
  const refused = `Query depth limit of ${MAX_QUERY_DEPTH} exceeded, found ${MAX_QUERY_DEPTH + 1}.`;

  test.each<[string, string, string[]]>([
    [`passes at ${MAX_QUERY_DEPTH}`, nested(MAX_QUERY_DEPTH), []],
    ['is refused above, with the limit and the depth', nested(MAX_QUERY_DEPTH + 1), [refused]],
    ['is measured through fragments', `{ ...A } fragment A on Query ${nested(MAX_QUERY_DEPTH + 1)}`, [refused]],
    ['does not count fragments themselves', `{ ... { ...A } } fragment A on Query ${nested(MAX_QUERY_DEPTH)}`, []],
  ])('%s', (_, text, messages) => {
    expect(messagesOf(text)).toEqual(messages);
  });
});

describe('aliases', () => {
  const aliased = (count: number) =>
    `{ ${Array.from({ length: count }, (_, index) => `a${index}: product(id: ${index}) { id }`).join(' ')} }`;

  test(`pass up to ${MAX_ALIASES}`, () => {
    expect(messagesOf(aliased(MAX_ALIASES))).toEqual([]);
  });

  test('are refused above, with the limit and their number', () => {
    expect(messagesOf(aliased(MAX_ALIASES + 1))).toEqual([
      `Aliases limit of ${MAX_ALIASES} exceeded, found ${MAX_ALIASES + 1}.`,
    ]);
  });
});

test('introspection is exempt from all limits', () => {
  expect(messagesOf(INTROSPECTION)).toEqual([]);
});
