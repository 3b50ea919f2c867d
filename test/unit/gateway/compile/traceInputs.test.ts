import { expect, test } from 'vitest';
import { compileOne } from './support/compileDocuments.ts';

const schema = `
  type Query { ok: Boolean }
  type Mutation { save(input: Input, ids: [ID!], note: String): Payload catalog(shop: ID!): Catalog complain(about: String): String }
  type Catalog { save(input: Input): Payload }
  type Payload { book: Book errors: [Fault!]! }
  type Book { id: ID! }
  type Fault { message: String! }
  input Input { name: String sub: Sub }
  input Sub { tag: String }
`;
const traced = (variables: string, selection: string, more = '') =>
  compileOne(schema, `mutation m(${variables}) @endpoint(method: POST, path: "/b"${more}) { ${selection} }`).result
    .tracedInputs;
const failing = '@unwrap { book { id } errors @error { message } }';

test('the inputs of the field are traced through objects and lists', () => {
  expect(
    traced(
      '$n: String, $t: String, $i: ID!, $note: String',
      `save(input: { name: $n, sub: { tag: $t } }, ids: ["1", $i], note: $note) ${failing}`,
    ),
  ).toEqual([
    { path: ['input', 'name'], variable: 'n' },
    { path: ['input', 'sub', 'tag'], variable: 't' },
    { path: ['ids', '1'], variable: 'i' },
    { path: ['note'], variable: 'note' },
  ]);
});

test('those of the innermost field come first', () => {
  expect(traced('$s: ID!, $input: Input', `catalog(shop: $s) @unwrap { save(input: $input) ${failing} }`)).toEqual([
    { path: ['input'], variable: 'input' },
    { path: ['shop'], variable: 's' },
  ]);
});

test('a root field that is an error has its own', () => {
  expect(traced('$a: String', 'complain(about: $a) @error', ', status: 204')).toEqual([
    { path: ['about'], variable: 'a' },
  ]);
});

test('nothing is traced without errors as data', () => {
  expect(traced('$n: String', 'save(note: $n) { book { id } }')).toBeUndefined();
});
