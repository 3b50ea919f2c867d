import { type FragmentDefinitionNode, type OperationDefinitionNode, parse } from 'graphql';
import { expect, test } from 'vitest';
import { leavesBody } from '../../../../src/gateway/compile/leavesBody.ts';

test.each([
  ['count @total', true],
  ['all { count @total }', true],
  ['all { count @total id }', false],
  ['id', false],
  ['... on All { count @total }', true],
  ['...T', true],
  ['...I', false],
  ['...Unknown', false],
])('{ %s } leaves the body: %s', (selection, leaves) => {
  const [operation, ...fragments] = parse(
    `{ ${selection} } fragment T on All { count @total } fragment I on All { id }`,
  ).definitions as [OperationDefinitionNode, ...FragmentDefinitionNode[]];
  const byName = new Map(fragments.map((each) => [each.name.value, each]));
  expect(leavesBody(operation.selectionSet.selections[0]!, byName)).toBe(leaves);
});
