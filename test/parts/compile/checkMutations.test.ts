import { type GraphQLObjectType, buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  errorMembers,
  isErrorType,
  isErrors,
  isResult,
  isSuccess,
} from '../../../src/gateway/compile/endpoint/checkMutations.ts';

describe('what tells a failure', () => {
  const schema = buildSchema(`
  type Query { all: Everything }
  type Everything {
    success: Boolean! successful: Boolean succeeded: Boolean ok: Boolean okay: Boolean succeededAt: String isOk: Boolean
    errors: [String!] error: Problem userErrors: [Problem!] itemOrErrors: [Union!] errorCount: Int
    union: Union failures: Failures plain: Item message: Message named: Named many: Many note: NoteResult
  }
  type Item { id: ID! }
  type Problem { message: String! }
  type Message { message: String }
  type Named { id: ID message: String }
  type Many { message: String a: Int b: Int c: Int d: Int }
  type NoteResult { message: String }
  type OddError { message: Item }
  union Union = Item | Problem
  union Failures = Problem | OtherProblem
  type OtherProblem { problem: Problem }
  `);
  const { all } = schema.getQueryType()!.getFields();
  const fields = Object.values((all!.type as GraphQLObjectType).getFields());
  const names = <Item extends { name: string }>(items: readonly Item[], is: (item: Item) => boolean) =>
    items.filter((item) => is(item)).map(({ name }) => name);

  test('is a Boolean with one of four names', () => {
    expect(names(fields, isSuccess)).toEqual(['success', 'successful', 'succeeded', 'ok']);
  });

  test('is a field of errors', () => {
    expect(names(fields, isErrors)).toEqual(['errors', 'error', 'userErrors']);
  });

  test('is a type with the name of an error, or a message and not much else', () => {
    const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
    expect(names(types, isErrorType)).toEqual(['Problem', 'Message', 'OtherProblem']);
  });

  test('is some of the members of a union, and none where all are errors', () => {
    const members = (name: string) => errorMembers(schema.getType(name)!, schema).map((member) => member.name);
    expect([members('Union'), members('Failures')]).toEqual([['Problem'], []]);
  });

  test('is in a result', () => {
    expect(names(fields, (field) => isResult(field, schema))).toEqual(['itemOrErrors', 'union']);
  });
});
