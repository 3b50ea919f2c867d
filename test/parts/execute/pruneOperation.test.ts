import { buildSchema, parse, print, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { prunableVariables, pruneOperation } from '../../../src/gateway/execute/pruneOperation.ts';

const schema = buildSchema(`
  directive @tag(by: Exp) on FIELD
  input Exp { _and: [Exp!], _or: [Exp!]! = [], not: Exp, id: IntExp, name: TextExp, size: Int! = 1 }
  input Strict { must: TextExp!, size: Int, inner: Strict }
  input IntExp { _eq: Int, _in: [Int] }
  input TextExp { _eq: String }
  type Query {
    list(where: Exp, wheres: [Exp!], ids: [Int], grid: [[Int]], strict: Strict, limit: Int): One
    must(where: Exp!, wheres: [Exp!]!, ids: [Int]!, strict: Strict!, default: Exp! = {}): One
  }
  type One { id: Int many(where: Exp): Int }
`);

/** A selection in an operation with the nullable variables $a, $b and $t, a text, as far as it uses them. */
function operation(selection: string) {
  const used = [...new Set(selection.match(/\$\w/g))];
  const definitions = used.map((each) => `${each}: ${each === '$t' ? 'String' : 'Int'}`).join(', ');
  return parse(`query q${definitions && `(${definitions})`} { ${selection} }`);
}

function prune(selection: string, given: readonly string[] = []): string {
  const document = operation(selection);
  const absent = prunableVariables(schema, document).filter((name) => !given.includes(name));
  const pruned = pruneOperation(schema, document, new Set(absent));
  return print(pruned).replaceAll(/\s+/g, ' ');
}

type Case = [selection: string, pruned: string, variables?: string[]];

describe('without its variables', () => {
  test.each<Case>([
    ['list(where: {id: {_eq: $a}}) { id }', 'query q { list { id } }', ['a']],
    ['list(where: {_and: [{id: {_eq: $a}}, {name: {_eq: $t}}]}) { id }', 'query q { list { id } }', ['a', 't']],
    ['list(where: {id: {_eq: $a}, size: 2}) { id }', 'query q { list(where: {size: 2}) { id } }', ['a']],
    ['list(where: {id: {_eq: $a}, not: null}) { id }', 'query q { list(where: {not: null}) { id } }', ['a']],
    ['list(ids: [$a, 2, $b]) { id }', 'query q { list(ids: [2]) { id } }', ['a', 'b']],
    ['list(ids: [$a]) { id }', 'query q { list { id } }', ['a']],
    ['list(grid: [[$a], [1, $b]]) { id }', 'query q { list(grid: [[1]]) { id } }', ['a', 'b']],
    ['list(wheres: {id: {_eq: $a}}) { id }', 'query q { list { id } }', ['a']],
    ['list { id @tag(by: {id: {_eq: $a}}) }', 'query q { list { id @tag } }', ['a']],
    ['list { ... on One { many(where: {id: {_eq: $a}}) } }', 'query q { list { ... on One { many } } }', ['a']],
  ])('%s is %s', (selection, pruned, variables) => {
    expect(prune(selection)).toBe(pruned);
    expect(prunableVariables(schema, operation(selection))).toEqual(variables);
  });
});

describe('what must not be null stays empty', () => {
  /** The field `must` with one argument in place of its own. */
  const must = (argument: string) => {
    const name = argument.slice(0, argument.indexOf(':'));
    const others = ['where: {}', 'wheres: []', 'ids: []', 'strict: {must: {}}'].filter(
      (each) => !each.startsWith(`${name}:`),
    );
    return `must(${[argument, ...others].join(', ')}) { id }`;
  };
  test.each<Case>([
    ['where: {id: {_eq: $a}}', 'where: {}', ['a']],
    ['where: {id: {_eq: $a}, not: {id: {_eq: $b}}}', 'where: {}', ['a', 'b']],
    ['where: {_or: [{id: {_eq: $a}}]}', 'where: {_or: []}', ['a']],
    ['wheres: [{id: {_eq: $a}}]', 'wheres: []', ['a']],
    ['ids: [$a]', 'ids: []', ['a']],
    ['strict: {must: {_eq: $t}}', 'strict: {must: {}}', []],
    ['strict: {must: {_eq: $t}, inner: {must: {_eq: $t}}}', 'strict: {must: {}}', ['t']],
    // A default of the schema is no reason to leave out what the document writes.
    ['default: {id: {_eq: $a}}', 'default: {}', ['a']],
  ])('%s is %s', (argument, pruned, variables) => {
    const document = operation(must(argument));
    expect(validate(schema, document)).toEqual([]);
    expect(prunableVariables(schema, document)).toEqual(variables);
    const every = new Set(['a', 'b', 't']);
    expect(print(pruneOperation(schema, document, every)).replaceAll(/\s+/g, ' ')).toBe(`query q { ${must(pruned)} }`);
  });
});

describe('what GraphQL leaves out itself, and what the document writes empty, changes nothing', () => {
  test.each(['list(limit: $a)', 'list(where: {size: 2, id: {_eq: $a, _in: [1]}})', 'list(where: {}, ids: [])'])(
    '%s',
    (field) => expect(prunableVariables(schema, operation(`${field} { id }`))).toEqual([]),
  );
});

describe('some variables', () => {
  const both = 'list(where: {_and: [{id: {_eq: $a}}, {name: {_eq: $t}}]}, limit: $b) { id }';
  test.each<[given: string[], pruned: string]>([
    [['a'], 'query q($a: Int, $b: Int) { list(where: {_and: [{id: {_eq: $a}}]}, limit: $b) { id } }'],
    [['t'], 'query q($t: String, $b: Int) { list(where: {_and: [{name: {_eq: $t}}]}, limit: $b) { id } }'],
    [[], 'query q($b: Int) { list(limit: $b) { id } }'],
  ])('given %j', (given, pruned) => expect(prune(both, given)).toBe(pruned));
});

test('a variable that is required, or has a default, is never absent', () => {
  const document = parse(
    'query q($a: Int = 1, $b: Int!, $c: Int = null) { list(where: {id: {_eq: $a}, not: {id: {_eq: $b}}}, ids: [$c]) { id } }',
  );
  expect(prunableVariables(schema, document)).toEqual([]);
});

test('a fragment is pruned as well', () => {
  const document = parse('query q($a: Int) { list { ...F } } fragment F on One { many(where: {id: {_eq: $a}}) }');
  expect(print(pruneOperation(schema, document, new Set(['a']))).replaceAll(/\s+/g, ' ')).toBe(
    'query q { list { ...F } } fragment F on One { many }',
  );
});
