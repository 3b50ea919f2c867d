import { describe, expect, test } from 'vitest';
import type { ObjectShape } from '../../../../src/gateway/plan/Shape.ts';
import { wireProperties } from '../../../../src/gateway/plan/wireProperties.ts';
import { shopSchema } from '../engine/support/shop.ts';
import { compileOne } from './support/compileDocuments.ts';
import { type DiagnosticCase, testDiagnostics } from './support/testDiagnostics.ts';

const get = (selection: string) =>
  `query get($more: Boolean = false @expand) @endpoint(method: GET, path: "/p", unwrap: false) { ${selection} shop { motto @include(if: $more) } }`;
const product = (selection: string) => get(`product(id: "1") { ${selection} }`);

/** The properties of the product as they are sent: `?` where one is not required, `!` where it is never null. */
function sent(selection: string): string[] {
  const body = compileOne(shopSchema, product(selection)).result.body as ObjectShape;
  const properties = wireProperties(body.properties[0]!.shape as ObjectShape);
  return properties.map(({ name, required, shape }) => name + (required ? '' : '?') + (shape.nullable ? '' : '!'));
}

describe('the properties of an object are', () => {
  test.each<[promise: string, selection: string, properties: string[]]>([
    ['never null with @wrap', 'created @wrap(as: "at") id', ['created!', 'id!']],
    [
      'those of a fragment with @wrap together',
      '... @wrap(as: "a") { id } id ... @wrap(as: "a") { name }',
      ['a!', 'id!'],
    ],
    ['optional under a condition', '... @include(if: $more) @wrap(as: "a") { id }', ['a?!']],
    [
      'required under no and under a condition',
      '... @include(if: $more) @wrap(as: "a") { id } ... @wrap(as: "a") { name }',
      ['a!'],
    ],
    [
      'optional under a type condition',
      'related @spread { ... on User @wrap(as: "a") { id } ... on Product { id } ... on Category { id } }',
      ['a?', 'id?'],
    ],
    [
      'required under conditions of every type',
      'related @spread { ... on User @wrap(as: "a") { id } ... on Product @wrap(as: "a") { id } ... on Category @wrap(as: "a") { name } }',
      ['a'],
    ],
    [
      'nullable where they are spread from a nullable object',
      'id category @spread { name parent { id } }',
      ['id!', 'name', 'parent'],
    ],
    ['optional where they are spread under a condition', 'category @spread @include(if: $more) { name }', ['name?']],
    [
      'required where every type of a spread union has them',
      'related @spread { id ... on Product { name } }',
      ['id', 'name?'],
    ],
  ])('%s', (_, selection, properties) => {
    expect(sent(selection)).toEqual(properties);
  });
});

const cases: DiagnosticCase[] = [
  [
    '@spread is not on a scalar',
    product('name ▶@spread'),
    '@spread is on "name", which is not an object. | Remove it.',
  ],
  [
    '@spread is not on a list',
    product('variants ▶@spread { id }'),
    '@spread is on "variants", which is a list. | Remove it.',
  ],
  [
    '@spread is not on what is unwrapped to a scalar',
    product('category ▶@spread @unwrap { id }'),
    '@spread is on "category", which is not an object. | Remove it.',
  ],
  [
    '@spread and @wrap are not on one field',
    product('category ▶@spread @wrap(as: "a") { id }'),
    '@spread and @wrap are both on "category". | Remove one of them.',
  ],
  [
    '@template is on a leaf',
    product('category ▶@template(value: "{}") { id }'),
    '@template is on "category", which is not a scalar or an enum. | Write it on a field of it.',
  ],
  [
    '@template is once on a leaf',
    product('category @unwrap ▶@template(value: "{}") { id @template(value: "{}") }'),
    '@template is on "category", which is not a scalar or an enum. | Write it on a field of it.',
  ],
  [
    'all occurrences of a field in one object have the same directives',
    product('id name @wrap(as: "a") ▶name'),
    '"name" is selected more than once, with different directives. | Write the same directives on each.',
  ],
];
testDiagnostics(shopSchema, cases);
