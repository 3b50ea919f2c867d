import { expect, test } from 'vitest';
import type { TracedInput } from '../../../../src/gateway/plan/ResultPlan.ts';
import type { TypeTable } from '../../../../src/gateway/plan/TypeTable.ts';
import { compileInputTrace } from '../../../../src/gateway/runtime/compileInputTrace.ts';
import { endpointPlan } from '../describe/support/plans.ts';
import { field, parameter } from '../request/support/coercion.ts';

const types: TypeTable = {
  enums: {},
  inputs: {
    Input: { fields: [field('productType', 'String', { wireName: 'product_type' }), field('lines', '[Line!]')] },
    Line: { fields: [field('unitPrice', 'Int', { wireName: 'unit_price' })] },
  },
};
const PARAMETERS = [
  parameter('product_type', 'String', { variable: 'productType', source: 'body' }),
  parameter('meta.tags', '[String!]', { variable: 'tags', source: 'body' }),
  parameter('id', 'ID!', { source: 'path' }),
  parameter('q', 'String'),
  parameter('X-Key', 'String', { variable: 'key', source: 'header' }),
  parameter('data', 'Input', { source: 'body' }),
  parameter('body', 'Input', { variable: 'all', source: 'whole' }),
];
const trace = (inputs: Record<string, string>, path: string) => {
  const tracedInputs = Object.entries(inputs).map(([key, variable]): TracedInput => ({
    path: key.split('.'),
    variable,
  }));
  const { result } = endpointPlan();
  const plan = endpointPlan({ parameters: PARAMETERS, result: { ...result, tracedInputs } });
  return compileInputTrace(plan, types)(path.split('.'));
};
const LITERAL = { 'input.productType': 'productType', 'input.tags': 'tags', id: 'id', 'input.q': 'q', key: 'key' };

test.each<[string, Record<string, string>, string, string | undefined, object | undefined]>([
  ['a variable in an input object', LITERAL, 'input.productType', 'product_type', { pointer: '/product_type' }],
  ['without its argument', LITERAL, 'productType', 'product_type', { pointer: '/product_type' }],
  ['an item', LITERAL, 'input.tags.0', 'meta.tags.0', { pointer: '/meta/tags/0' }],
  ['a path parameter', LITERAL, 'id', 'id', { parameter: 'id' }],
  ['a query parameter', LITERAL, 'input.q', 'q', { parameter: 'q' }],
  ['a header', LITERAL, 'key', 'X-Key', { header: 'X-Key' }],
  ['several variables together', LITERAL, 'input', '', undefined],
  ['a property', { input: 'data' }, 'input.productType', 'data.product_type', { pointer: '/data/product_type' }],
  [
    'a list of objects',
    { input: 'all' },
    'input.lines.2.unitPrice',
    'lines.2.unit_price',
    { pointer: '/lines/2/unit_price' },
  ],
  ['the whole body', { input: 'all' }, 'input', 'body', { pointer: '' }],
  ['a field of the whole body', { input: 'all' }, 'productType', 'product_type', { pointer: '/product_type' }],
  ['a field that the type does not have', { input: 'all' }, 'input.base', 'base', undefined],
  ['the innermost', { 'a.productType': 'q', input: 'all' }, 'productType', 'q', { parameter: 'q' }],
])('%s', (_, inputs, path, expected, source) => {
  expect(trace(inputs, path)).toEqual({ field: expected, ...(source && { source }) });
});

test.each(['base', 'input.other', 'productType.x'])('%s is no input', (path) => {
  const inputs = path === 'productType.x' ? { exported: 'exported' } : LITERAL;
  expect(trace(inputs, path)).toBeUndefined();
});
