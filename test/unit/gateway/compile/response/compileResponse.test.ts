import { describe } from 'vitest';
import { testDiagnostics } from '../support/testDiagnostics.ts';

const schema = `
  type Query { a: String }
  type Mutation { touch: String complain: String }
`;
const post = (selection: string) => `mutation m @endpoint(method: POST, path: "/b") { ${selection} }`;

describe('a mutation is refused', () => {
  const fields =
    'A mutation must have exactly one root field, so that it takes effect as a whole or not at all. | Split it into several endpoints.';
  testDiagnostics(schema, [
    ['with two root fields in a fragment', `▶${post('... on Mutation { touch complain }')}`, fields],
    [
      'with an error as data beside its root field',
      `▶${post('... on Mutation { touch complain ▶@error }')}`,
      fields,
      '@error has no effect here: the field is not on the data path. | Write it on the root field, or next to the field that @unwrap selects.',
    ],
  ]);
});
