import { describe, expect, test } from 'vitest';
import { shopSchema } from '../support/shop.ts';
import { ask } from '../support/ask.ts';
import { testFaults } from '../support/faults.ts';

const get = (selection: string, fragments = '') =>
  `query get($more: Boolean = false @expand) @endpoint(method: GET, path: "/p", unwrap: false) { ${selection} shop { motto @include(if: $more) } }
   ${fragments}`;
describe('the name of a type is selected', () => {
  test.each<[promise: string, selection: string, executed: string, fragments?: string]>([
    [
      'to recognize a type of which nothing is selected',
      'nodes { ... on User { id } }',
      'nodes { _type: __typename ... on User { id } }',
    ],
    [
      'in each selection that lacks a type',
      'nodes { ... on User { product { related { ... on User { id } } } } ... on Product { id } }',
      'nodes { _type: __typename ... on User { product { related { _type: __typename ... on User { id } } } } ... on Product { id } }',
    ],
    [
      'for no type that is selected',
      'found { ... on Product { id } ... on Category { id } }',
      'found { ... on Product { id } ... on Category { id } }',
    ],
    ['for no object type', 'shop2: shop { name }', 'shop2: shop { name }'],
    [
      'to recognize a group under a condition',
      'product(id: 1) { ... @include(if: $more) @wrap(as: "a-b") { id } }',
      'product(id: 1) { ... @include(if: $more) { _wrap_a_2d_b: __typename id } }',
    ],
    [
      'to recognize a spread under a condition',
      'product(id: 1) { ...F @include(if: $more) @wrap(as: "a") ...F @wrap(as: "b") }',
      'product(id: 1) { ... @include(if: $more) { _wrap_a: __typename ...F } ...F }',
      'fragment F on Product { id }',
    ],
    [
      'to recognize a group of some types',
      'nodes { id ... on User @wrap(as: "a") { ... @wrap(as: "b") { email } } }',
      'nodes { id ... on User { _wrap_a: __typename ... { email } } }',
    ],
    [
      'for no group that is always there',
      'product(id: 1) { ... @wrap(as: "a") { id } }',
      'product(id: 1) { ... { id } }',
    ],
  ])('%s', async (_, selection, expected, fragments) => {
    const { executed } = await ask(shopSchema, get(selection, fragments), 'GET /v1/p?expand=more', {
      root: { shop: {} },
    });
    expect(executed.join()).toContain(`{ ${expected} shop {`);
  });
});

testFaults(shopSchema, [
  [
    'the alias of an added name is reserved',
    get(
      'nodes { ... on User { ▶_type: email } } product(id: 1) { ... @include(if: $more) @wrap(as: "a") { ▶_wrap_a: id } }',
    ),
    'The alias "_type" is reserved for the name of the type. Write another alias.',
    'The alias "_wrap_a" is reserved for the name of the type. Write another alias.',
  ],
  ['the alias is free where nothing is added', get('product(id: 1) { _type: id }')],
]);
