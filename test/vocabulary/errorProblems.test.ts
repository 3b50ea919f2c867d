// Errors as data whose problems, or the messages of these, are further down in them.
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServedSchema, serveSchema } from './support/serveSchema.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query {
    ok: Boolean
  }
  type Mutation {
    create(input: Input!): Result
    report(input: Input!): Report!
  }
  input Input {
    case: String!
    title: String
  }
  union Result = Success | Invalid | Denied | Taken
  interface Failure {
    message: String
  }
  type Success {
    book: Book!
  }
  type Book {
    id: ID!
    title: String
  }
  type Invalid implements Failure {
    message: String
    code: String
    errors: [Fault!]!
    wrapped: FaultConnection
  }
  type Denied implements Failure {
    message: String
    until: String
  }
  type Taken {
    by: Fault
  }
  type Report {
    book: Book
    faults: FaultConnection!
    fault: Invalid
    first: Fault
    lists: [Messages!]
  }
  type FaultConnection {
    totalCount: Int!
    nodes: [Fault]!
    edges: [FaultEdge!]!
  }
  type FaultEdge {
    node: Fault
  }
  type Fault {
    path: [String!]
    code: String
    message: String
    reason: String
    detail: Detail
  }
  type Detail {
    message: String
    texts: [String!]
  }
  type Messages {
    field: String
    messages: [String!]!
  }
`);

const FAULTS = [
  {
    path: ['input', 'title'],
    code: 'UNIQUE',
    message: 'is taken',
    reason: 'taken',
    detail: { message: 'is taken by 7', texts: ['is taken', 'is short'] },
  },
  { path: null, code: null, message: 'is late', reason: 'late', detail: null },
];
const connection = (faults: readonly unknown[]) => ({
  totalCount: faults.length,
  nodes: [null, ...faults],
  edges: faults.map((node) => ({ node })),
});
const invalid = (faults: readonly unknown[]) => ({
  __typename: 'Invalid',
  message: 'The book is invalid.',
  code: 'INVALID',
  errors: faults,
  wrapped: connection(faults),
});
const RESULTS: Readonly<Record<string, unknown>> = {
  success: { __typename: 'Success', book: { id: 'b/1', title: 'Emma' } },
  invalid: invalid(FAULTS),
  empty: invalid([]),
  denied: { __typename: 'Denied', message: 'not for you', until: 'noon' },
  taken: { __typename: 'Taken', by: FAULTS[0] },
};
const REPORTS: Readonly<Record<string, unknown>> = {
  success: { book: { id: '1' }, faults: connection([]), fault: null, first: null, lists: [] },
  invalid: {
    book: null,
    faults: connection(FAULTS),
    fault: invalid(FAULTS),
    first: FAULTS[0],
    lists: [
      { field: 'title', messages: ['is taken', 'is short'] },
      { field: '', messages: ['is late'] },
    ],
  },
  empty: {
    book: null,
    faults: connection([]),
    fault: invalid([]),
    first: null,
    lists: [{ field: 'title', messages: [] }],
  },
};
const fields = schema.getMutationType()!.getFields();
fields['create']!.resolve = (_, { input }: { input: { case: string } }) => RESULTS[input.case];
fields['report']!.resolve = (_, { input }: { input: { case: string } }) => REPORTS[input.case];

const create = (
  name: string,
  failure: string,
  others = '... on Denied @error(status: 403) { message } ... on Taken @error(status: 409) { by { message } }',
) => ({
  [`v1/${name}.graphql`]: `mutation ${name}($case: String!, $title: String)
    @endpoint(method: POST, path: "/${name}", status: 201, location: "/books/{id}") {
    create(input: { case: $case, title: $title }) @unwrap { ... on Success { book { id title } } ${failure} ${others} }
  }`,
});
const report = (name: string, failure: string) => ({
  [`v1/${name}.graphql`]: `mutation ${name}($case: String!, $title: String) @endpoint(method: POST, path: "/${name}") {
    report(input: { case: $case, title: $title }) @unwrap { book { id } ${failure} }
  }`,
});
const ERRORS = {
  body: {
    code: '{code}',
    message: '{message}',
    'errors?': [{ field: '{field?}', code: '{code}', message: '{message}' }],
  },
};

let api: ServedSchema;
beforeAll(async () => {
  api = await serveSchema(schema, {
    'conventions.json': JSON.stringify({ errors: ERRORS }),
    ...create('list', '... on Invalid @error(status: 422) { errors { field: path message } }'),
    ...create('whole', '... on Invalid @error(status: 422) { message code errors { field: path message } }'),
    ...create(
      'wrapped',
      '... on Invalid @error(status: 422) { wrapped { edges { node { field: path code message } } } }',
    ),
    ...create('deep', '... on Invalid @error(status: 422) { errors { field: path code detail { message } } }'),
    ...create('texts', '... on Invalid @error(status: 422) { errors { field: path detail { message: texts } } }'),
    ...create(
      'filled',
      '... on Invalid @error(status: 422, message: "{reason} ({code? })") { errors { reason code } }',
    ),
    ...create(
      'constant',
      '... on Invalid @error(status: 422, message: "Try again.") { errors { field: path message } }',
    ),
    ...create('spread', '...Failures', ''),
    'v1/shapes/Failures.graphql': `fragment Failures on Result {
      ... on Failure @error(status: 422) { message ... on Invalid { ...Faults } ... on Denied { code: until } }
      ... on Taken @error(status: 409) { by { ...Fault } }
    }`,
    'v1/shapes/Faults.graphql': 'fragment Faults on Invalid { errors { ...Fault } }',
    'v1/shapes/Fault.graphql': 'fragment Fault on Fault { field: path message }',
    ...report('nodes', 'faults @error(status: 422) { nodes { field: path message } }'),
    ...report('counted', 'faults @error(status: 422) { totalCount nodes { field: path message } }'),
    ...report('object', 'fault @error(status: 422) { errors { field: path message } message }'),
    ...report('single', 'first @error(status: 422) { field: path detail { message } }'),
    ...report('several', 'lists @error(status: 422) { field message: messages }'),
  });
});
afterAll(() => api.close());
const send = async (path: string, name: string) => {
  const { status, headers, json } = await api.send(`POST /v1/${path}`, { body: { case: name } });
  return [status, headers.get('location'), json];
};

const title = { field: 'title', code: 'BAD_USER_INPUT', message: 'is taken' };
const late = { code: 'BAD_USER_INPUT', message: 'is late' };
const both = { code: 'BAD_USER_INPUT', message: 'is taken; is late', errors: [title, late] };
const bothWith = (code: string, message: string) => ({
  code,
  message,
  errors: [title, late].map((each) => ({ ...each, code })),
});
const unknown = { code: 'BAD_USER_INPUT', message: 'Unprocessable Entity' };
/** An error that is its own one problem. */
const alone = (code: string, message: string, field?: object) => ({
  code,
  message,
  errors: [{ ...field, code, message }],
});
const FIELD = { field: 'title' };
const INVALID = 'The book is invalid.';

describe('problems below a fragment with @error', () => {
  test.each<[string, string, number, object]>([
    ['list', 'invalid', 422, both],
    ['list', 'empty', 422, alone('BAD_USER_INPUT', 'Unprocessable Entity')],
    ['list', 'denied', 403, alone('FORBIDDEN', 'not for you')],
    ['list', 'taken', 409, alone('CONFLICT', 'is taken')],
    ['whole', 'invalid', 422, bothWith('INVALID', INVALID)],
    ['whole', 'empty', 422, alone('INVALID', INVALID)],
    ['wrapped', 'invalid', 422, bothWith('UNIQUE', 'is taken; is late')],
    [
      'deep',
      'invalid',
      422,
      {
        code: 'UNIQUE',
        message: 'is taken by 7; Unprocessable Entity',
        errors: [
          { field: 'title', code: 'UNIQUE', message: 'is taken by 7' },
          { code: 'UNIQUE', message: 'Unprocessable Entity' },
        ],
      },
    ],
    [
      'texts',
      'invalid',
      422,
      {
        code: 'BAD_USER_INPUT',
        message: 'is taken; is short; Unprocessable Entity',
        errors: [title, { ...title, message: 'is short' }, unknown],
      },
    ],
    [
      'filled',
      'invalid',
      422,
      {
        code: 'UNIQUE',
        message: 'taken (UNIQUE ); late ()',
        errors: ['taken (UNIQUE )', 'late ()'].map((message) => ({ code: 'UNIQUE', message })),
      },
    ],
    ['constant', 'invalid', 422, { ...both, message: 'Try again.' }],
    ['constant', 'empty', 422, alone('BAD_USER_INPUT', 'Try again.')],
    ['spread', 'invalid', 422, { ...both, message: INVALID }],
    ['spread', 'denied', 422, alone('noon', 'not for you')],
    ['spread', 'taken', 409, alone('CONFLICT', 'is taken', FIELD)],
  ])('%s of %s', async (path, name, status, json) => {
    expect(await send(path, name)).toEqual([status, null, json]);
  });
  test.each(['list', 'whole', 'wrapped', 'deep', 'texts', 'filled', 'constant', 'spread'])(
    '%s without an error is created, with its Location',
    async (path) => {
      expect(await send(path, 'success')).toEqual([201, '/v1/books/b%2F1', { id: 'b/1', title: 'Emma' }]);
    },
  );
});

describe('problems below a field with @error', () => {
  test.each<[string, string, number, object]>([
    ['nodes', 'invalid', 422, both],
    ['counted', 'invalid', 422, both],
    ['object', 'invalid', 422, { ...both, message: INVALID }],
    ['object', 'empty', 422, alone('BAD_USER_INPUT', INVALID)],
    ['single', 'invalid', 422, alone('BAD_USER_INPUT', 'is taken by 7', FIELD)],
    [
      'several',
      'invalid',
      422,
      { ...unknown, message: 'is taken; is short; is late', errors: [title, { ...title, message: 'is short' }, late] },
    ],
    ['several', 'empty', 422, { ...unknown, errors: [{ field: 'title', ...unknown }] }],
  ])('%s of %s', async (path, name, status, json) => {
    expect(await send(path, name)).toEqual([status, null, json]);
  });
  test.each(['nodes', 'counted', 'object', 'single', 'several'])('%s without an error is a success', async (path) => {
    expect(await send(path, 'success')).toEqual([200, null, { id: '1' }]);
  });
});
