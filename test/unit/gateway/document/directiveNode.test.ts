import { type OperationDefinitionNode, parse } from 'graphql';
import { expect, test } from 'vitest';
import { directiveNode } from '../../../../src/gateway/document/directiveNode.ts';

const [operation] = parse('query q @endpoint(method: GET, path: "/") { a }').definitions as [OperationDefinitionNode];

test.each([
  ['the value of the argument', 'endpoint', 'path', 37],
  ['the directive, without the argument', 'endpoint', 'status', 8],
  ['the directive', 'endpoint', undefined, 8],
  ['the node, without the directive', 'error', 'status', 0],
] as const)('a diagnostic about a directive is at %s', (_, name, argument, start) => {
  expect(directiveNode(operation, name, argument).loc?.start).toBe(start);
});
