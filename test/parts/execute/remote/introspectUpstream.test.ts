import {
  GraphQLError,
  type GraphQLSchema,
  buildSchema,
  graphql,
  introspectionFromSchema,
  isInputObjectType,
  parse,
  printSchema,
  visit,
} from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { introspectUpstream } from '../../../../src/gateway/execute/remote/introspectUpstream.ts';
import { type StubUpstream, stubUpstream } from '../../../support/stubUpstream.ts';

const schema = buildSchema('type Query {\n  hello(name: String = "you"): String!\n}');
const stub = await stubUpstream();
afterAll(() => stub.close());

describe('introspectUpstream', () => {
  test('an upstream tells its schema, asked with the static headers', async () => {
    stub.answer = () => ({ body: { data: introspectionFromSchema(schema) } });
    const introspected = await introspectUpstream({ ...stub, headers: { authorization: 'Bearer own' } });
    expect(printSchema(introspected)).toBe(printSchema(schema));
    expect(stub.received[0]?.headers.authorization).toBe('Bearer own');
  });

  test('an upstream is asked which inputs are @oneOf, and once more without that if it does not know', async () => {
    const oneOf = buildSchema('type Query { pick(by: By!): Int } input By @oneOf { id: ID name: String }');
    const isOneOf = async () => {
      const by = (await introspectUpstream(stub)).getType('By');
      return isInputObjectType(by) && by.isOneOf;
    };
    const knows = (query: string) => query.includes('isOneOf');
    stub.answer = ({ body }) => ({ body: { data: introspectionFromSchema(oneOf, { oneOf: knows(body.query) }) } });
    expect(await isOneOf()).toBe(true);
    stub.answer = ({ body }) => ({
      body: knows(body.query)
        ? { errors: [{ message: 'Cannot query field "isOneOf" on type "__Type".' }] }
        : { data: introspectionFromSchema(oneOf, { oneOf: false }) },
    });
    expect(await isOneOf()).toBe(false);
  });

  test.each([
    ['that does not tell it', { body: { errors: [{ message: 'Introspection is off.' }] } }, 'Introspection is off.'],
    ['that refuses', { status: 401, body: '' }, 'The credentials are not accepted.'],
    ['whose schema is none', { body: { data: { __schema: {} } } }, '--schema FILE'],
  ])('an upstream %s is named, with the mend', async (_, answer, reason) => {
    stub.answer = () => answer;
    const introspected = introspectUpstream(stub);
    await expect(introspected).rejects.toThrow(`Introspection of ${stub.url.href} failed: `);
    await expect(introspected).rejects.toThrow(reason);
    await expect(introspected).rejects.toThrow('--schema FILE');
  });

  test.each([
    [
      '/',
      200,
      '<html>',
      /^Introspection of (\S+)\/ failed: it is not a GraphQL endpoint: .* Did you mean \1\/graphql\?$/,
    ],
    ['/api', 404, '{"message":"Not found"}', /with status 404 and no GraphQL result\. .*often ends with \/graphql\.$/],
  ])('a page at %s with status %i is no GraphQL endpoint', async (path, status, body, message) => {
    stub.answer = () => ({ status, body });
    await expect(introspectUpstream({ ...stub, url: new URL(path, stub.url) })).rejects.toThrow(message);
  });

  test.each([
    [{ status: 403, body: '' }, true],
    [{ body: { errors: [{ message: 'Introspection is off.' }] } }, true],
    [{ status: 503, body: '' }, false],
    [{ body: { data: { __schema: {} } } }, false],
  ])('credentials are advised for %j: %s', async (answer, isAdvised) => {
    stub.answer = () => answer;
    const { message } = (await introspectUpstream(stub).catch((error: Error) => error as Error)) as Error;
    expect(message.match(/--upstream-header/g)?.length ?? 0).toBe(isAdvised ? 1 : 0);
  });

  test('an upstream that is not there is named, with the reason and the mend', async () => {
    const gone = await stubUpstream();
    await gone.close();
    const { port } = gone.url;
    await expect(introspectUpstream(gone)).rejects.toThrow(/nothing listens there.*--schema FILE/);
    await expect(introspectUpstream(gone)).rejects.not.toThrow('--upstream-header');
    await expect(introspectUpstream(gone)).rejects.toThrow(`(connect ECONNREFUSED 127.0.0.1:${port})`);
  });
});

// Introspection of servers that know more or less of the specification: all answer with graphql-js, some refuse what they
// do not know.

const schemaOfIntrospectionQuery = buildSchema(/* GraphQL */ `
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

/** Fields, and arguments as `field(argument)`, of the types of introspection that a server does not know. */
type Unknown = readonly string[];

/** Answers as a server that refuses what it does not know. */
async function answerWith(own: GraphQLSchema, unknown: Unknown, query: string) {
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
  return graphql({ schema: own, source: query });
}

function serve(upstream: StubUpstream, own: GraphQLSchema, unknown: Unknown): void {
  upstream.answer = ({ body }, response) => {
    void answerWith(own, unknown, body.query).then((result) => response.end(JSON.stringify(result)));
    return undefined;
  };
}

const NO_ONE_OF = ['isOneOf'];
const NO_DESCRIPTIONS = ['isOneOf', 'specifiedByURL', 'isRepeatable'];
const OLDEST = [
  'args(includeDeprecated)',
  'inputFields(includeDeprecated)',
  'isOneOf',
  'specifiedByURL',
  'isRepeatable',
];

describe('introspectionQuery', () => {
  test.each<[string, Unknown, { settings: boolean; oneOf: boolean; old: boolean }]>([
    ['knows everything', [], { settings: true, oneOf: true, old: true }],
    ['does not know @oneOf', NO_ONE_OF, { settings: true, oneOf: false, old: true }],
    ['knows deprecated input values alone', NO_DESCRIPTIONS, { settings: true, oneOf: false, old: true }],
  ])('an upstream that %s', async (_, unknown, expected) => {
    serve(stub, schemaOfIntrospectionQuery, unknown);
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
    serve(stub, own, OLDEST);
    const by = (await introspectUpstream(stub)).getType('By');
    expect(isInputObjectType(by) && Object.keys(by.getFields())).toEqual(['id']);
  });

  test('an upstream whose schema cannot be told without them is named, with the option', async () => {
    serve(stub, schemaOfIntrospectionQuery, OLDEST);
    const introspected = introspectUpstream(stub);
    await expect(introspected).rejects.toThrow('Input Object type Settings must define one or more fields.');
    await expect(introspected).rejects.toThrow('--schema FILE');
  });
});
