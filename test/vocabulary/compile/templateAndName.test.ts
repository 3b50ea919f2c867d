import { describe, expect, test } from 'vitest';
import { shopSchema } from '../support/shop.ts';
import { ask } from '../support/ask.ts';
import { describedBody, describedOperation, typeText } from '../support/described.ts';
import { testFaults } from '../support/faults.ts';

const get = (selection: string) =>
  `query get($id: ID!, $more: Boolean = false @expand) @endpoint(method: GET, path: "/p/{id}") {
    product(id: $id) { ${selection} tags @include(if: $more) } }`;
const HINT = 'Name a scalar that is selected beside it, or a path parameter.';
const missing = (name: string) => `@template: {${name}} is no property beside it. ${HINT}`;
const CONSTANT =
  '@template without a placeholder is on "id", whose value it does not send. Write a constant on __typename.';

describe('a template', () => {
  test.each<[promise: string, selection: string, required: boolean, nullable: boolean]>([
    ['is never null without a null in it', 'it: id @template(value: "{} {name}") name', true, false],
    ['is null where its own value is', 'it: created @template(value: "{}")', true, true],
    ['is not null where its own value is not in it', 'it: created @template(value: "{name}") name', true, false],
    ['is null where it is the constant', 'it: __typename @template(value: null)', true, true],
    ['is not null where only null is in it', 'it: __typename @template(value: [null])', true, false],
    ['is null where a property is', 'it: id @template(value: "{created}") created', true, true],
    [
      'is null where an unwrapped property is',
      'it: id @template(value: "{category}") category @unwrap { name }',
      true,
      true,
    ],
    ['is not null for an optional placeholder', 'it: id @template(value: "a{created?}") created', true, false],
    ['is left out where nothing is in it', 'it: id @template(value: { a: "{created?}" }) created', false, false],
    [
      'is left out without a property that is not expanded',
      'it: id @template(value: "{name}") name @include(if: $more)',
      false,
      false,
    ],
    ['can have a path parameter', 'it: name @template(value: "/a/{id}")', true, false],
  ])('%s', (_, selection, required, nullable) => {
    const { properties, required: names } = describedBody(describedOperation(shopSchema, get(selection)))!;
    const type = typeText(properties!['it']!);
    expect([(names ?? []).includes('it'), type === 'null' || type.endsWith(' | null')]).toEqual([required, nullable]);
  });
  test('names a property beside it before a path parameter', async () => {
    const root = { product: { id: '1', name: 'Chair', created: '2027-01-31', tags: [] } };
    const { body } = await ask(shopSchema, get('it: name @template(value: "{id}") id: created'), 'GET /v1/p/1', {
      root,
    });
    expect(body).toEqual({ it: '2027-01-31', id: '2027-01-31' });
  });
});

testFaults(shopSchema, [
  ['a name is a response key', get('id @template(value: "{key}") key: name @name(as: "@x")')],
  ['a name is not that of @name', get('id @template(value: ▶"{x}") name @name(as: "x")'), missing('x')],
  [
    'a name is that of one spread object only',
    get('t: id @template(value: ▶"{id}") category @spread { id @name(as: "x") parent @spread { id @name(as: "y") } }'),
    `@template: {id} is a property of several objects. ${HINT}`,
  ],
  ['a name is that of a property', get('id @template(value: ▶"{x} {}")'), missing('x')],
  [
    'a placeholder has another type than string',
    get('id @template(value: ▶"{:number}") name @template(value: ▶"{id:number}")'),
    missing(':number'),
    missing('id:number'),
  ],
  [
    'a name is not that of a property in a group',
    get('id @template(value: ▶"{name}") ... @wrap(as: "a") { name }'),
    missing('name'),
  ],
  [
    'a name is not that of an object',
    get('id @template(value: ▶["{category}"]) category { name }'),
    `@template: {category} is no scalar. ${HINT}`,
  ],
  [
    'a name is not that of a template',
    get('name @template(value: ▶"{self}") self: id @template(value: "/p/{}")'),
    `@template: {self} has a @template itself. ${HINT}`,
  ],
  [
    'a value is written',
    get('id ▶@template'),
    '@template has no value. Write a text such as value: "/books/{}", or value: null.',
  ],
  ['null is on __typename', get('id @template(value: ▶null)'), CONSTANT],
  ['a constant is on __typename', get('id @template(value: ▶"x") __typename @template(value: "x")'), CONSTANT],
]);

const getProduct = (selection: string) =>
  `query get @endpoint(method: GET, path: "/p") { product(id: "1") { ${selection} } }`;
const twice = (word: string, name: string) =>
  `${word} puts "${name}" twice into one object. ${word === '@name' ? 'Write another name.' : 'Write an alias on one of the two fields, or remove one.'}`;

describe('a name that is twice in one object is refused:', () => {
  testFaults(shopSchema, [
    ['names are once in one object', getProduct('id name category @spread { title: name id2: id }')],
    ['a spread object', getProduct('id category ▶@spread { id }'), twice('@spread', 'id')],
    ['a spread object before', getProduct('category ▶@spread { id } id'), twice('@spread', 'id')],
    [
      'two spread objects',
      getProduct('category @spread { name } related ▶@spread { ... on Product { name } }'),
      twice('@spread', 'name'),
    ],
    ['a fragment', getProduct('name ... ▶@wrap(as: "name") { id }'), twice('@wrap', 'name')],
    [
      'a fragment in a fragment',
      getProduct('name ... @wrap(as: "a") { name: name ... ▶@wrap(as: "name") { id } }'),
      twice('@wrap', 'name'),
    ],
    [
      'a fragment and a spread object',
      getProduct('... @wrap(as: "name") { id } category ▶@spread { name }'),
      twice('@spread', 'name'),
    ],
    ['a field with @name', getProduct('id ▶@name(as: "name") name'), twice('@name', 'name')],
    [
      'two fields with @name of types that one object can have',
      getProduct('related { id @name(as: "x") ... on Product { name ▶@name(as: "x") } }'),
      twice('@name', 'x'),
    ],
    [
      'a fragment and a field with @name',
      getProduct('... @wrap(as: "x") { id } name ▶@name(as: "x")'),
      twice('@name', 'x'),
    ],
    [
      'a name of the conventions',
      {
        'v1/a.graphql': getProduct('created ▶id'),
        'conventions.json': '{ "names": { "Product.id": "size!", "Product.created": "size!" } }',
      },
      twice('@name', 'size!'),
    ],
    [
      'a field of two types of which one has a name of the conventions',
      {
        'v1/a.graphql': getProduct('related { id ... on Product { ▶id } }'),
        'conventions.json': '{ "names": { "Product.id": "@id" } }',
      },
      '"id" is selected more than once, with different directives. Write the same name in "names" for each of the types, or an alias on one.',
    ],
    [
      'not for types that exclude each other',
      getProduct(
        'related { ... on Product { name @name(as: "x") } ... on Category { id @name(as: "x") } ... on User @wrap(as: "x") { id } }',
      ),
    ],
  ]);
});
