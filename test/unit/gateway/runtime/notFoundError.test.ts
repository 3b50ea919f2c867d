import { expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/conventions/defaultConventions.ts';
import type { ParameterPlan } from '../../../../src/gateway/plan/ParameterPlan.ts';
import { notFoundError } from '../../../../src/gateway/runtime/notFoundError.ts';

const types = {
  types: { enums: { Genre: { values: { FACT: 'non-fiction' } } }, inputs: {} },
  conventions: DEFAULT_CONVENTIONS,
};
const parameter = (name: string, source: ParameterPlan['source'], type = 'String!'): ParameterPlan => ({
  name,
  variable: `${name}Variable`,
  source,
  type,
  required: true,
  constraints: {},
});

test.each<[string, string | undefined, ParameterPlan[], Record<string, unknown>, string]>([
  ['the type alone', 'Book', [], {}, 'No Book was found.'],
  ['nothing', undefined, [], {}, 'Nothing was found.'],
  ['a number', 'Book', [parameter('id', 'path')], { idVariable: 5 }, 'No Book was found for id 5.'],
  ['a text of the query', undefined, [parameter('q', 'query')], { qVariable: 'x' }, 'Nothing was found for q x.'],
  [
    'an enum as a client writes it',
    'Book',
    [parameter('g', 'path', 'Genre!')],
    { gVariable: 'FACT' },
    'No Book was found for g non-fiction.',
  ],
  [
    'no header and no body',
    'Book',
    [parameter('h', 'header'), parameter('b', 'body')],
    { hVariable: 'x', bVariable: 'y' },
    'No Book was found.',
  ],
  [
    'no list and no null',
    'Book',
    [parameter('l', 'query'), parameter('n', 'query')],
    { lVariable: ['x'], nVariable: null },
    'No Book was found.',
  ],
  [
    'the first 100 characters',
    'Book',
    [parameter('id', 'path')],
    { idVariable: 'x'.repeat(101) },
    `No Book was found for id ${'x'.repeat(100)}.`,
  ],
])('names %s', (_, type, lookedUpBy, variables, message) => {
  expect(notFoundError(type, lookedUpBy, variables, types)).toMatchObject({ code: 'NOT_FOUND', status: 404, message });
});
