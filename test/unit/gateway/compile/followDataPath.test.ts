import { buildSchema, parse, type OperationDefinitionNode } from 'graphql';
import { expect, test } from 'vitest';
import { onlySelection } from '../../../../src/gateway/compile/collectFields.ts';
import { compileShape } from '../../../../src/gateway/compile/compileShape.ts';
import type { ShapeContext } from '../../../../src/gateway/compile/ShapeContext.ts';
import { followDataPath } from '../../../../src/gateway/compile/followDataPath.ts';

const schema = buildSchema(`
  directive @unwrap on FIELD
  type Query { shelf: Shelf }
  type Shelf { book: Book books: [Book] name: String }
  type Book { id: ID! }
`);

/** The keys, fields, kinds of shape, and numbers of selections of the data path. */
function follow(text: string) {
  const [operation] = parse(text).definitions as OperationDefinitionNode[];
  const context = { schema, fragments: new Map(), ownFragments: new Set(), pagedFields: [], types: { add: () => {} } };
  const selection = onlySelection(schema.getQueryType()!, operation!.selectionSet);
  const shape = compileShape([selection], context as never as ShapeContext);
  return followDataPath(selection, shape.properties[0]!, context as never as ShapeContext).map(
    ({ key, node, shape: at, selections }) => [key, node.name.value, at.kind, selections.length],
  );
}

test.each<[text: string, steps: unknown[][]]>([
  ['{ shelf { book { id } } }', [['shelf', 'shelf', 'object', 1]]],
  [
    '{ it: shelf @unwrap { book { id } } }',
    [
      ['it', 'shelf', 'unwrapped', 1],
      ['book', 'book', 'object', 1],
    ],
  ],
  [
    '{ shelf @unwrap { book @unwrap { key: id } } }',
    [
      ['shelf', 'shelf', 'unwrapped', 1],
      ['book', 'book', 'unwrapped', 1],
      ['key', 'id', 'leaf', 0],
    ],
  ],
  [
    '{ shelf @unwrap { books @unwrap { id } } }',
    [
      ['shelf', 'shelf', 'unwrapped', 1],
      ['books', 'books', 'list', 1],
    ],
  ],
  [
    '{ shelf @unwrap { book { id } } shelf @unwrap { book { other: id } } }',
    [
      ['shelf', 'shelf', 'unwrapped', 2],
      ['book', 'book', 'object', 2],
    ],
  ],
])('the data path of %s', (text, steps) => {
  expect(follow(text)).toEqual(steps);
});
