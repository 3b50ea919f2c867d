import { type GraphQLObjectType, buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  isAuthenticated,
  listRestrictedElements,
  listScopes,
  requiredAccess,
  requiredScopes,
} from '../../../../src/gateway/guard/access/requiredAccess.ts';

const restrictedSchema = buildSchema(/* GraphQL */ `
  directive @authenticated on FIELD_DEFINITION | OBJECT
  directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION
  type Query {
    none: Int @deprecated
    caller: Int @authenticated
    scopes: Int @requiresScopes(scopes: [["a"]])
    both: Int @authenticated @requiresScopes(scopes: [["a"]])
  }
  extend type Query @authenticated
`);
const { none, caller, scopes, both } = restrictedSchema.getQueryType()!.getFields();

describe('requiredAccess', () => {
  test.each([
    ['nothing', none!, [], false],
    ['a caller', caller!, [[[]]], true],
    ['scopes', scopes!, [[['a']]], false],
    ['scopes, which imply a caller', both!, [[['a']]], true],
    ['a caller by its extension', restrictedSchema.getQueryType()!, [[[]]], true],
  ])('an element can require %s', (_, element, required, authenticated) => {
    expect(requiredAccess(element)).toEqual(required);
    expect(isAuthenticated(element)).toBe(authenticated);
  });
});

describe('requiredScopes', () => {
  const schema = buildSchema(/* GraphQL */ `
    directive @deprecatedHere(scopes: [String]) on FIELD_DEFINITION
    directive @requiresScopes(scopes: [[String!]!]!, note: String) repeatable on FIELD_DEFINITION | OBJECT
    type Query @requiresScopes(scopes: [["type"]]) {
      none: Int @deprecatedHere(scopes: ["x"])
      one: Int @requiresScopes(scopes: [["a"]])
      all: Int @requiresScopes(scopes: [["a", "b"]])
      either: Int @requiresScopes(note: "n", scopes: [["a"], ["b", "c"]])
      unbracketed: Int @requiresScopes(scopes: "a")
      bracketedOnce: Int @requiresScopes(scopes: ["a", "b"])
      twice: Int @requiresScopes(scopes: [["a"]]) @requiresScopes(scopes: [["b"]])
    }
    extend type Query @requiresScopes(scopes: [["extension"]])
  `);
  const { none: unscoped, ...fields } = schema.getQueryType()!.getFields();

  test.each<[string, string[][][]]>([
    ['one', [[['a']]]],
    ['all', [[['a', 'b']]]],
    ['either', [[['a'], ['b', 'c']]]],
    ['unbracketed', [[['a']]]],
    ['bracketedOnce', [[['a'], ['b']]]],
    ['twice', [[['a']], [['b']]]],
  ])('%s requires %j', (name, expected) => {
    expect(requiredScopes(fields[name]!)).toEqual(expected);
  });

  test('nothing is required without the directive', () => {
    expect([requiredScopes(unscoped!), requiredScopes({}), requiredScopes({ astNode: null })]).toEqual([[], [], []]);
  });

  test('extensions count too', () => {
    expect(requiredScopes(schema.getType('Query') as GraphQLObjectType)).toEqual([[['type']], [['extension']]]);
  });

  test('an element is read once, so that its requirements are the same objects', () => {
    expect(requiredScopes(fields['one']!)).toBe(requiredScopes(fields['one']!));
  });

  test('a directive without its argument requires a scope that nobody has', () => {
    const { directives } = buildSchema(
      'directive @requiresScopes on OBJECT type Query @requiresScopes { a: Int }',
    ).getQueryType()!.astNode!;
    expect(requiredScopes({ astNode: { directives } })).toEqual([[['undefined']]]);
  });
});

describe('listScopes', () => {
  test('the scopes of a schema are those of types and fields, sorted and unique', () => {
    const schema = buildSchema(/* GraphQL */ `
      directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
      type Query {
        a: T @requiresScopes(scopes: [["z", "b"], ["c"]])
        b: I
      }
      type T @requiresScopes(scopes: [["b"]]) {
        s: S
      }
      interface I @requiresScopes(scopes: [["i"]]) {
        f: Int @requiresScopes(scopes: [["f"]])
      }
      scalar S @requiresScopes(scopes: [["s"]])
      enum E @requiresScopes(scopes: [["e"]]) {
        A
      }
      input P {
        p: Int
      }
      union U = T
    `);
    expect(listScopes(schema)).toEqual(['b', 'c', 'e', 'f', 'i', 's', 'z']);
  });

  test('a schema without scopes has none', () => expect(listScopes(buildSchema('type Query { a: Int }'))).toEqual([]));
});

const DIRECTIVES = /* GraphQL */ `
  directive @authenticated on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
  directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
`;

describe('listRestrictedElements', () => {
  test('types and fields are listed by their coordinates', () => {
    const schema = buildSchema(/* GraphQL */ `
      ${DIRECTIVES}
      type Query {
        open: Int @deprecated
        mine: Int @authenticated
        yours: T @requiresScopes(scopes: [["a"]])
        t: I
      }
      type T @requiresScopes(scopes: [["b"]]) {
        s: S
      }
      interface I @authenticated {
        f: Int @authenticated
      }
      extend type X @authenticated
      type X {
        x: Int
      }
      scalar S @authenticated
      enum E @requiresScopes(scopes: [["e"]]) {
        A
      }
      input P {
        p: Int
      }
    `);
    expect(listRestrictedElements(schema).sort()).toEqual([
      'E',
      'I',
      'I.f',
      'Query.mine',
      'Query.yours',
      'S',
      'T',
      'X',
    ]);
  });

  test('a schema without restrictions has none', () => {
    expect(listRestrictedElements(buildSchema(`${DIRECTIVES} type Query { a: Int @deprecated }`))).toEqual([]);
  });
});
