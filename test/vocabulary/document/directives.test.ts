import { type OperationDefinitionNode, buildSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  directiveNode,
  isOwnDirective,
  readDirective,
  withDirectives,
} from '../../../src/gateway/compile/document/directives.ts';

const [operation] = parse('query q @endpoint(method: GET, path: "/") @other { a }').definitions as [
  OperationDefinitionNode,
];

describe('directives', () => {
  test('a directive is read with its defaults', () => {
    const endpoint = {
      method: 'GET',
      path: '/',
      status: 200,
      unwrap: true,
      stream: false,
      removed: false,
      cache: 'PRIVATE',
    };
    expect(readDirective('endpoint', operation)).toEqual(endpoint);
    expect(readDirective('error', operation)).toBeUndefined();
  });

  test('endpoint directives are known from those of a schema', () => {
    expect(operation.directives!.map(isOwnDirective)).toEqual([true, false]);
  });

  test('a directive of the schema gives way to ours, and a type does not', () => {
    const { schema, shadowed } = withDirectives(
      buildSchema(
        'directive @unwrap(a: Int) on QUERY directive @other on FIELD enum Method { SLOW } type Query { a: Method }',
      ),
    );
    expect(shadowed).toEqual(['unwrap']);
    const errors = (text: string) => validate(schema, parse(text)).map(({ message }) => message);
    expect(errors('query q @endpoint(method: GET, path: "/") { a @unwrap @other }')).toEqual([]);
    expect(errors('query q @unwrap(a: 1) { a }')).toHaveLength(2);
    expect(schema.getType('Method')?.astNode?.kind).toBe('EnumTypeDefinition');
  });
});

describe('directiveNode', () => {
  const [directedOperation] = parse('query q @endpoint(method: GET, path: "/") { a }').definitions as [
    OperationDefinitionNode,
  ];

  test.each([
    ['the value of the argument', 'endpoint', 'path', 37],
    ['the directive, without the argument', 'endpoint', 'status', 8],
    ['the directive', 'endpoint', undefined, 8],
    ['the node, without the directive', 'error', 'status', 0],
  ] as const)('a diagnostic about a directive is at %s', (_, name, argument, start) => {
    expect(directiveNode(directedOperation, name, argument).loc?.start).toBe(start);
  });
});
