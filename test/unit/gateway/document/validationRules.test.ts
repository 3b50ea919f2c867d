import {
  type ASTVisitor,
  GraphQLError,
  type ValidationRule,
  buildSchema,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { expect, test } from 'vitest';
import { combineRules } from '../../../../src/gateway/document/validationRules.ts';

const schema = buildSchema(`
  type Query { book(id: ID!, filter: Filter): Book books(first: Int): [Book!]! }
  type Book { id: ID! title: String author: Author }
  type Author { name: String }
  input Filter { genre: String }
`);

test.each([
  '{ book(id: 1) { id ...A } } fragment A on Book { title }',
  '{ book { nothing(x: 1) { y } author { ...A } } } fragment A on Book { none } fragment Unused on Author { name }',
  'query ($a: Int, $a: Nook, $c: [ID]) { book(id: $a, id: $b, filter: { genre: 1, genre: "", no: $c }) { id @skip @skip id: title } }',
  'fragment A on Book { author { ...B } } fragment B on Author { ...B ...C } query q { __typename @no } query q { x: y }',
  'subscription { a } mutation { b { c } } { books(first: "1") }',
  `{ ${'wrong '.repeat(120)} }`,
])('finds what the rules find by themselves, in the same order: %s', (text) => {
  const document = parse(text);
  const combined = combineRules(specifiedRules.map((rule) => ({ rule })));
  const [actual, expected] = [validate(schema, document, [combined]), validate(schema, document)];
  const described = (errors: readonly GraphQLError[]) =>
    errors.map(({ message, locations }) => ({ message, locations }));
  expect(described(actual)).toEqual(described(expected));
});

test('a rule skips what it returns false for, and the others do not', () => {
  const visited: string[] = [];
  const log =
    (name: string, skipped?: string): ValidationRule =>
    (): ASTVisitor => ({
      Field: {
        enter: ({ name: { value } }) => {
          visited.push(`${name} ${value}`);
          return value === skipped ? false : undefined;
        },
        leave: ({ name: { value } }) => void visited.push(`${name} ${value} end`),
      },
    });
  const rules = [log('a', 'book'), log('b')].map((rule) => ({ rule }));
  validate(schema, parse('{ book(id: 1) { id } books { id } }'), [combineRules(rules)]);
  expect(visited.filter((each) => each.startsWith('a'))).toEqual([
    'a book',
    'a books',
    'a id',
    'a id end',
    'a books end',
  ]);
  expect(visited.filter((each) => each.startsWith('b'))).toEqual([
    'b book',
    'b id',
    'b id end',
    'b book end',
    'b books',
    'b id',
    'b id end',
    'b books end',
  ]);
});

test('the errors of a rule are explained by itself', () => {
  const refuse =
    (message: string): ValidationRule =>
    (context) => ({ Document: () => context.reportError(new GraphQLError(message)) });
  const rules = [
    { rule: refuse('a'), explain: ({ message }: GraphQLError) => new GraphQLError(`${message}, explained`) },
    { rule: refuse('b') },
    { rule: refuse('c'), explain: () => undefined },
  ];
  const errors = validate(schema, parse('{ books { id } }'), [combineRules(rules)]);
  expect(errors.map(({ message }) => message)).toEqual(['a, explained', 'b']);
});
