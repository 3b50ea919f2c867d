import { describe, expect, test } from 'vitest';
import { diagnosticsOf } from './support/compileDocuments.ts';
import { testDiagnostics } from './support/testDiagnostics.ts';

const schema = `
  enum Genre { FACT FICTION }
  type Query { echo(t: String, n: Int!, g: Genre, gs: [Genre!]): String }
  type Mutation { echo(t: String): String }
`;
const get = (variable: string, given: string) => ({
  'conventions.json': '{"enums": {"*": "lowercase"}}',
  'v1/a.graphql': `query get(${variable}) @endpoint(method: GET, path: "/e") { echo(n: 1, ${given}) }`,
});
const post = (variable: string, more = '') =>
  `mutation m(${variable}) @endpoint(method: POST, path: "/e"${more}) { echo(t: $t) }`;

describe('nullAs is refused', () => {
  testDiagnostics(schema, [
    [
      'in a body',
      post('$t: String @param(nullAs: ▶"none")'),
      'nullAs is only for paths, queries and headers: a JSON body has null. | Remove it.',
    ],
    [
      'on the whole body',
      post('$t: String @param(nullAs: ▶"none")', ', body: "t"'),
      'nullAs is only for paths, queries and headers: a JSON body has null. | Remove it.',
    ],
    [
      'on a type without null',
      get('$t: String! @param(nullAs: ▶"none")', 't: $t'),
      'nullAs is for nullable types, not for String!. | Remove it, or make the type nullable.',
    ],
    [
      'as a wire value of its enum',
      get('$g: Genre @param(nullAs: ▶"fact")', 'g: $g'),
      'nullAs "fact" is also a value of Genre. | Choose another text.',
    ],
    [
      'as a wire value of the enum of its items',
      get('$gs: [Genre!] @param(nullAs: ▶"fact")', 'gs: $gs'),
      'nullAs "fact" is also a value of Genre. | Choose another text.',
    ],
  ]);
  test('where every use of the variable is without null', () => {
    const document = 'query get($n: Int = 1 @param(nullAs: "none")) @endpoint(method: GET, path: "/e") { echo(n: $n) }';
    expect(diagnosticsOf(schema, document)).toEqual([
      'v1/a.graphql:1:38 nullAs is for nullable types, not for Int!. | Remove it, or make the type nullable.',
    ]);
  });
});

test.each([
  ['in the query', get('$t: String @param(nullAs: "none")', 't: $t')],
  ['in a header', get('$t: String @param(in: HEADER, nullAs: "none")', 't: $t')],
  ['as the name of a value that has another wire value', get('$g: Genre @param(nullAs: "FACT")', 'g: $g')],
])('nullAs is accepted %s', (_, documents) => {
  expect(diagnosticsOf(schema, documents)).toEqual([]);
});
