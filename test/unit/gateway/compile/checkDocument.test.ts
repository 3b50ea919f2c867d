import { describe, expect, test } from 'vitest';
import { compileDocuments } from './support/compileDocuments.ts';
import { testDiagnostics } from './support/testDiagnostics.ts';

const schema = `
  type Query { book(id: ID): Book }
  type Mutation { touch: String }
  type Book { id: ID! title: String }
`;
const get = (selection: string, fragments = '') =>
  `query get @endpoint(method: GET, path: "/b") { ${selection} }\n${fragments}`;
const post = (selection: string) => `mutation m @endpoint(method: POST, path: "/b") { ${selection} }`;

describe('an endpoint is refused', () => {
  testDiagnostics(schema, [
    [
      'with a path that is none',
      get('book { id }').replace('"/b"', '▶"b"'),
      'The path "b" must start with a slash. | Write "/b".',
    ],
    [
      'with a status that does not fit',
      get('book { id }').replace('"/b"', '"/b", status: ▶402'),
      'The status 402 is not a status of success. | Use a status from 200 to 299.',
    ],
    [
      'with a directive that has no effect',
      get('book { id title @include(if: ▶true) }'),
      '@include(if:) must be a Boolean variable, not a constant. | Use a Boolean variable, or remove the directive.',
    ],
    [
      'with a fragment that is not spread',
      get('book { id }', 'fragment ▶F on Book { id }'),
      'The fragment "F" is never used. | Spread it, or remove it.',
    ],
  ]);
  test('over a schema without mutations', () => {
    const documents = post('touch');
    expect(() => compileDocuments('type Query { a: Int }', documents)).toThrow(
      'The schema has no mutation type. Add it to the schema.',
    );
  });
});
