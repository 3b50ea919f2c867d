// An API of orders in a host, whose endpoints take an Idempotency-Key, in process.
import { GraphQLError, buildSchema } from 'graphql';
import { type PorticoFailure, type PorticoOptions, createPortico } from '../../../src/gateway/index.ts';
import { sendTo } from '../../vocabulary/support/sendTo.ts';
import { folderOf } from './folderOf.ts';

const SDL = /* GraphQL */ `
  type Query {
    order(id: Int!): Order
  }
  type Mutation {
    createOrder(item: String!, note: String, lane: String, tags: [String!]): Order
    renameOrder(id: Int!, item: String!, version: Int): Order
    tryOrder(item: String!): TryOrderPayload!
  }
  type Order {
    id: Int!
    item: String!
    version: Int!
    secret: String
  }
  type TryOrderPayload {
    order: Order
    errors: [OrderError!]!
  }
  type OrderError {
    message: String!
    statusCode: Int
  }
`;

const ORDER = '{ id item }';
const DOCUMENTS: Readonly<Record<string, string>> = {
  'conventions.json': JSON.stringify({
    idempotencyKey: 'OPTIONAL',
    errors: { codes: { CONFLICT: 409, TOO_MANY: 429, DOWN: 503, DENIED: 403, NO_TOKEN: 401, STALE: 412, LATE: 504 } },
  }),
  'v1/createOrder.graphql': `mutation createOrder($item: String!, $note: String @param(in: QUERY))
    @endpoint(method: POST, path: "/orders", status: 201, location: "/orders/{id}") { createOrder(item: $item, note: $note) ${ORDER} }`,
  'v1/requireKey.graphql': `mutation requireKey($item: String!) @endpoint(method: POST, path: "/strict", idempotencyKey: REQUIRED) { createOrder(item: $item) ${ORDER} }`,
  'v1/deepOrder.graphql':
    'mutation deepOrder($item: String!) @endpoint(method: POST, path: "/deep") { createOrder(item: $item) { id secret } }',
  'v1/tryOrder.graphql': `mutation tryOrder($item: String!) @endpoint(method: POST, path: "/tried") { tryOrder(item: $item) { order ${ORDER} errors @error(status: 422) { message status: statusCode } } }`,
  'v1/anyOrder.graphql': `mutation anyOrder($item: String!, $note: String @param(in: QUERY), $lane: String @param(in: QUERY), $tags: [String!] @param(in: QUERY))
    @endpoint(method: POST, path: "/any", ignore: ["any"]) { createOrder(item: $item, note: $note, lane: $lane, tags: $tags) { id } }`,
  'v1/laneOrder.graphql': `mutation laneOrder($item: String!, $note: String @param(in: HEADER, name: "Lane")) @endpoint(method: POST, path: "/lanes") { createOrder(item: $item, note: $note) ${ORDER} }`,
  'v1/renameOrder.graphql': `mutation renameOrder($id: Int!, $item: String!, $version: Int @param(in: HEADER, name: "If-Match")) @endpoint(method: PATCH, path: "/orders/{id}", idempotencyKey: OPTIONAL) { renameOrder(id: $id, item: $item, version: $version) ${ORDER} }`,
  'v1/plainOrder.graphql': `mutation plainOrder($item: String!) @endpoint(method: POST, path: "/plain", idempotencyKey: NONE) { createOrder(item: $item) ${ORDER} }`,
  'v1/getOrder.graphql': `query getOrder($id: Int!) @endpoint(method: GET, path: "/orders/{id}") { order(id: $id) { id item version @header(name: "ETag") } }`,
  'v2/plainOrder.graphql': `mutation plainOrder @endpoint(method: POST, path: "/plain", removed: true) { __typename }`,
};

export interface Sent {
  key?: string | undefined;
  /** A text is sent as it is. */
  body?: unknown;
  /** Null sends no credentials. */
  subject?: string | null;
  headers?: Readonly<Record<string, string>>;
}

export interface Received {
  status: number;
  body: unknown;
  /** Without those of one request. */
  headers: Readonly<Record<string, string>>;
  retryAfter: string | null;
  isReplayed: boolean;
}

export interface Orders {
  warnings: readonly string[];
  /** The items of the orders that were created or renamed, in their order. */
  executed: string[];
  failures: PorticoFailure[];
  /** Called by the resolvers; what it throws is the error of the root field. */
  onExecute: () => void | Promise<void>;
  send(line: string, sent?: Sent): Promise<Received>;
}

/** The error of a resolver. */
export function failure(code: string): GraphQLError {
  return new GraphQLError(`It is ${code}.`, { extensions: { code } });
}

/** The schema, whose resolvers call `execute` with the item. */
function orderSchema(execute: (item: string) => Promise<number>) {
  const schema = buildSchema(SDL);
  const secretOf = (item: string) => () => {
    if (item === 'guarded') throw failure('DENIED');
    if (item === 'broken') throw new Error('The disk is full.');
    return 'x';
  };
  let first = { id: 1, item: 'tea', version: 1 };
  const create = async (item: string) => ({ id: await execute(item), item, version: 1, secret: secretOf(item) });
  const query = schema.getQueryType()!.getFields();
  const mutation = schema.getMutationType()!.getFields();
  query['order']!.resolve = (_, { id }: { id: number }) => (id === 1 ? first : null);
  mutation['createOrder']!.resolve = (_, { item }: { item: string }) => create(item);
  mutation['renameOrder']!.resolve = async (
    _,
    { id, item, version }: { id: number; item: string; version?: number },
  ) => {
    if (version !== undefined && version !== first.version) throw failure('PRECONDITION_FAILED');
    await execute(item);
    first = { ...first, item, version: first.version + 1 };
    return { ...first, id };
  };
  mutation['tryOrder']!.resolve = async (_, { item }: { item: string }) => {
    const order = await create(item);
    const [isBad, statusCode] = /^bad ?(\d+)?$/.exec(item) ?? [];
    if (isBad === undefined) return { order, errors: [] };
    return { order: null, errors: [{ message: 'It is bad.', statusCode: statusCode && Number(statusCode) }] };
  };
  return schema;
}

/** The API, with other files in place of its own; the token of a caller is its subject. */
export function openOrders(
  options: Partial<PorticoOptions> = {},
  files: Readonly<Record<string, string | undefined>> = {},
): Orders {
  const orders: Pick<Orders, 'executed' | 'failures' | 'onExecute'> = {
    executed: [],
    failures: [],
    onExecute: () => {},
  };
  const schema = orderSchema(async (item) => {
    const id = orders.executed.push(item) + 1;
    await orders.onExecute();
    return id;
  });
  const documents = Object.entries({ ...DOCUMENTS, ...files }).filter(([, text]) => text !== undefined);
  const portico = createPortico({
    schema,
    endpoints: folderOf(Object.fromEntries(documents) as Record<string, string>),
    authenticate: ({ authorization }) =>
      authorization === undefined ? null : { subject: authorization.slice('Bearer '.length), scopes: [] },
    report: (each) => orders.failures.push(each),
    ...options,
  });
  return Object.assign(orders, {
    warnings: portico.warnings,
    async send(line: string, { key, body = { item: 'tea' }, subject = 'ada', headers = {} }: Sent = {}) {
      const { reply } = await sendTo(portico, line, {
        ...(!line.startsWith('GET') && { body }),
        headers: {
          ...(subject !== null && { authorization: `Bearer ${subject}` }),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...headers,
        },
      });
      const { 'idempotency-replayed': replayed, ...kept } = reply.headers;
      return {
        status: reply.status,
        body: reply.body === null ? null : (JSON.parse(reply.body) as unknown),
        headers: kept,
        retryAfter: kept['retry-after'] ?? null,
        isReplayed: replayed === 'true',
      };
    },
  });
}
