// Requests to Portico over a schema and documents that are written in a test, without a server.
import { type GraphQLResolveInfo, type GraphQLSchema, buildSchema, isObjectType, print } from 'graphql';
import type { PorticoOptions } from '../../../src/gateway/index.ts';
import { type Documents, createFrom } from './faults.ts';

export interface Answer {
  status: number;
  headers: Headers;
  /** Undefined where there is none. */
  body: unknown;
  /** Each operation that was executed, with its fragments, in one line. */
  executed: string[];
}

export interface Asked {
  /** The values of root fields, or functions of their arguments; null of all others. */
  root?: Readonly<Record<string, unknown>>;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  options?: Partial<PorticoOptions>;
}

/** The answer to one request, such as `GET /v1/b`; the caller has every scope that `Authorization` names. */
export async function ask(
  schema: GraphQLSchema | string,
  documents: Documents,
  line: string,
  { root = {}, body, headers = {}, options }: Asked = {},
): Promise<Answer> {
  const executed = new Set<string>();
  const executable = typeof schema === 'string' ? buildSchema(schema) : schema;
  const restore = resolveRoots(executable, (name, args, { operation, fragments }) => {
    executed.add([operation, ...Object.values(fragments)].map(print).join(' ').replaceAll(/\s+/g, ' '));
    const value = root[name] ?? null;
    return typeof value === 'function' ? (value as (given: unknown) => unknown)(args) : value;
  });
  try {
    const { fetch } = createFrom(executable, documents, {
      authenticate: ({ authorization }) => ({ subject: 'ada', scopes: authorization?.split(' ') ?? [] }),
      report: () => {},
      ...options,
    });
    const response = await fetch(requestOf(line, headers, body));
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
      executed: [...executed],
    };
  } finally {
    restore();
  }
}

/** Resolves the root fields of a schema until what it returns is called: other files may share the schema. */
function resolveRoots(
  schema: GraphQLSchema,
  resolve: (name: string, args: unknown, info: GraphQLResolveInfo) => unknown,
): () => void {
  const types = [schema.getQueryType(), schema.getMutationType()].filter((type) => isObjectType(type));
  const fields = types.flatMap((type) => Object.values(type.getFields()));
  const before = fields.map((field) => field.resolve);
  for (const field of fields) field.resolve = (_, args, __, info) => resolve(field.name, args, info);
  return () => {
    for (const [index, field] of fields.entries()) field.resolve = before[index]!;
  };
}

function requestOf(line: string, headers: Record<string, string>, body: unknown): Request {
  const [method = '', target = ''] = line.split(' ');
  return new Request(`http://localhost${target}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
