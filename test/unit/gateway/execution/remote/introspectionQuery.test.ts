// Introspection of servers that know more or less of the specification: all answer with graphql-js, some refuse what they
// do not know.
import { GraphQLError, type GraphQLSchema, buildSchema, graphql, isInputObjectType, parse, visit } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { introspectUpstream } from '../../../../../src/gateway/execution/remote/introspectUpstream.ts';
import { type StubUpstream, stubUpstream } from './stubUpstream.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query {
    find(by: Settings, old: Int @deprecated, pick: Pick): Int
  }
  input Settings {
    warehouse: String @deprecated(reason: "Use channels.")
    limit: Int = 3 @deprecated
  }
  input Pick @oneOf {
    id: ID
    name: String
  }
`);
const stub = await stubUpstream();
afterAll(() => stub.close());

/** Fields, and arguments as `field(argument)`, of the types of introspection that a server does not know. */
type Unknown = readonly string[];

/** Answers as a server that refuses what it does not know, and does not tell that it would. */
async function answerWith(own: GraphQLSchema, unknown: Unknown, tells: boolean, query: string) {
  let refused = '';
  visit(parse(query), {
    Field: (node) => {
      if (unknown.includes(node.name.value)) refused ||= node.name.value;
      for (const { name } of node.arguments ?? []) {
        const argument = `${node.name.value}(${name.value})`;
        if (unknown.includes(argument)) refused ||= argument;
      }
    },
  });
  if (refused) return { errors: [new GraphQLError(`${refused} is not known.`)] };
  const result = JSON.parse(JSON.stringify(await graphql({ schema: own, source: query }))) as {
    data?: Record<string, { fields?: { name: string; args: { name: string }[] }[] }>;
  };
  if (!query.includes('__type(')) return result;
  if (!tells) return { data: {} };
  for (const type of Object.values(result.data ?? {})) {
    type.fields = type.fields?.filter(({ name }) => !unknown.includes(name)) ?? [];
    for (const field of type.fields) {
      field.args = field.args.filter(({ name }) => !unknown.includes(`${field.name}(${name})`));
    }
  }
  return result;
}

function serve(upstream: StubUpstream, own: GraphQLSchema, unknown: Unknown, tells: boolean): void {
  upstream.answer = ({ body }, response) => {
    void answerWith(own, unknown, tells, body.query).then((result) => response.end(JSON.stringify(result)));
    return undefined;
  };
}

const OLD_ARGUMENTS = ['args(includeDeprecated)'];
const NO_ONE_OF = ['isOneOf'];
const OLDEST = [...OLD_ARGUMENTS, 'inputFields(includeDeprecated)', 'isOneOf', 'specifiedByURL', 'isRepeatable'];

test.each<[string, Unknown, boolean, { settings: boolean; oneOf: boolean; old: boolean }]>([
  ['knows everything', [], true, { settings: true, oneOf: true, old: true }],
  ['does not know @oneOf', NO_ONE_OF, true, { settings: true, oneOf: false, old: true }],
  [
    'knows deprecated input fields, but no deprecated arguments',
    OLD_ARGUMENTS,
    true,
    { settings: true, oneOf: true, old: false },
  ],
  ['does not tell what it knows, and knows everything', [], false, { settings: true, oneOf: true, old: true }],
  ['does not tell what it knows, nor knows @oneOf', NO_ONE_OF, false, { settings: true, oneOf: false, old: true }],
])('an upstream that %s', async (_, unknown, tells, expected) => {
  serve(stub, schema, unknown, tells);
  const introspected = await introspectUpstream(stub);
  const [settings, pick] = ['Settings', 'Pick'].map((name) => introspected.getType(name));
  const find = introspected.getQueryType()!.getFields()['find']!;
  expect({
    settings: isInputObjectType(settings) && Object.keys(settings.getFields()).join() === 'warehouse,limit',
    oneOf: isInputObjectType(pick) && pick.isOneOf,
    old: find.args.some(({ name }) => name === 'old'),
  }).toEqual(expected);
});

test('an upstream that knows neither tells a schema without deprecated input values', async () => {
  const own = buildSchema('type Query { find(by: By): Int } input By { id: ID old: Int @deprecated }');
  for (const tells of [true, false]) {
    serve(stub, own, OLDEST, tells);
    const by = (await introspectUpstream(stub)).getType('By');
    expect(isInputObjectType(by) && Object.keys(by.getFields())).toEqual(['id']);
  }
});

test('an upstream whose schema cannot be told without them is named, with the option', async () => {
  serve(stub, schema, OLDEST, true);
  const introspected = introspectUpstream(stub);
  await expect(introspected).rejects.toThrow('Input Object type Settings must define one or more fields.');
  await expect(introspected).rejects.toThrow('--schema FILE');
});
