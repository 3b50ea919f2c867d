// Codes of errors that the functions of a host throw, over HTTP: the conventions of each version decide their statuses, whatever throws.
import type { RequestListener } from 'node:http';
import { GraphQLError, type GraphQLFieldResolver, buildSchema } from 'graphql';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type PorticoFailure, createPortico, usePortico } from '../../src/gateway/index.ts';
import { folderOf } from './support/folderOf.ts';
import { listen } from './support/listen.ts';

const { createYoga } = (await import('graphql-yoga' as string)) as {
  createYoga(options: Readonly<Record<string, unknown>>): RequestListener;
};

const codes = {
  PROJECT_UNKNOWN: { status: 403, code: 'unknown-project', message: 'No such project.' },
  SESSION_OVER: 401,
  MAINTENANCE: 503,
  READ_ONLY: 405,
  THROTTLED: 429,
  FORBIDDEN: 404,
};
const folder = folderOf({
  'v1/getNote.graphql': 'query getNote @endpoint(method: GET, path: "/note") { note }',
  'v1/setNote.graphql': 'mutation setNote @endpoint(method: POST, path: "/note", status: 200) { setNote }',
  'conventions.json': JSON.stringify({ errors: { body: { code: '{code}', message: '{message}' }, codes } }),
  'v2/conventions.json': '{"errors": {"code": "extensions.kind", "codes": {"PROJECT_UNKNOWN": 409}}}',
});

const report = vi.fn<(failure: PorticoFailure) => void>();
beforeEach(() => report.mockClear());

function schemaWith(resolve: GraphQLFieldResolver<unknown, unknown>) {
  const schema = buildSchema('type Query { note: String } type Mutation { setNote: String }');
  schema.getQueryType()!.getFields()['note']!.resolve = resolve;
  schema.getMutationType()!.getFields()['setNote']!.resolve = resolve;
  return schema;
}

const schema = schemaWith(() => 'Buy milk');
const own = { endpoints: folder, report, basePath: '/api' };

/** A server, one of whose functions fails. */
const SERVERS: Readonly<Record<string, (fail: () => Promise<never>) => RequestListener>> = {
  authenticate: (fail) => createPortico({ ...own, schema, authenticate: fail }).handler,
  'authenticate of a plugin': (fail) => {
    const plugins = [usePortico({ ...own, authenticate: fail })];
    return createYoga({ schema, plugins, logging: false });
  },
  context: (fail) => createPortico({ ...own, schema, context: fail }).handler,
  resolvers: (fail) => createPortico({ ...own, schema: schemaWith(fail) }).handler,
};

const coded = (code: string) => new GraphQLError('As thrown.', { extensions: { code } });

describe.each(Object.keys(SERVERS))('thrown by %s,', (name) => {
  async function send(thrown: Error, line: string) {
    const { url } = await listen(SERVERS[name]!(() => Promise.reject(thrown)));
    const [method, target] = line.split(' ') as [string, string];
    const response = await fetch(`${url}/api${target}`, { method });
    const text = await response.text();
    return { status: response.status, body: text && (JSON.parse(text) as unknown), headers: response.headers };
  }

  const unknown = { code: 'unknown-project', message: 'No such project.' };
  test.each<[string, Error, string, number, unknown]>([
    ['a code of the conventions', coded('PROJECT_UNKNOWN'), 'GET /v1/note', 403, unknown],
    ['one of a write', coded('PROJECT_UNKNOWN'), 'POST /v1/note', 403, unknown],
    ['one of HEAD', coded('PROJECT_UNKNOWN'), 'HEAD /v1/note', 403, ''],
    [
      'one with another status in this version',
      new GraphQLError('As thrown.', { extensions: { kind: 'PROJECT_UNKNOWN' } }),
      'GET /v2/note',
      409,
      { code: 'PROJECT_UNKNOWN', message: 'As thrown.' },
    ],
    [
      'one with another status than by default',
      coded('FORBIDDEN'),
      'GET /v1/note',
      404,
      { code: 'FORBIDDEN', message: 'As thrown.' },
    ],
    [
      'one of an error that is none of GraphQL',
      Object.assign(new Error('As thrown.'), { extensions: { code: 'PROJECT_UNKNOWN' } }),
      'GET /v1/note',
      403,
      unknown,
    ],
  ])('%s', async (_, thrown, line, status, body) => {
    expect(await send(thrown, line)).toMatchObject({ status, body });
    expect(report).not.toHaveBeenCalled();
  });

  test.each<[string, Error, string]>([
    ['an unknown code', coded('SECRET'), 'GET /v1/note'],
    ['a code at another place than the conventions say', coded('PROJECT_UNKNOWN'), 'GET /v2/note'],
    ['no code', new GraphQLError('As thrown.'), 'HEAD /v1/note'],
  ])('%s is 500, and reported', async (_, thrown, line) => {
    const message = 'Internal server error; it has been logged.';
    const body = line.startsWith('HEAD') ? '' : { code: 'INTERNAL_SERVER_ERROR', message };
    expect(await send(thrown, line)).toMatchObject({ status: 500, body });
    expect(report).toHaveBeenCalledOnce();
    expect(String(report.mock.calls[0]![0].error.cause)).toContain('As thrown.');
  });

  test.each([
    ['SESSION_OVER', 401, 'www-authenticate', /^Bearer/],
    ['UNAUTHENTICATED', 401, 'www-authenticate', /^Bearer/],
    ['MAINTENANCE', 503, 'retry-after', /^1$/],
    ['RATE_LIMITED', 429, 'retry-after', /^1$/],
    ['READ_ONLY', 405, 'allow', /^POST, OPTIONS$/],
    ['THROTTLED', 429, 'retry-after', /^1$/],
  ])('%s has the header of its status', async (code, status, header, value) => {
    const response = await send(coded(code), 'GET /v1/note');
    expect(response).toMatchObject({ status, body: { code, message: 'As thrown.' } });
    expect(response.headers.get(header)).toMatch(value);
    expect(report).toHaveBeenCalledTimes(status === 503 ? 1 : 0);
  });

  test('405 lists the other methods of the path', async () => {
    for (const [line, allow] of [
      ['HEAD /v1/note', 'POST, OPTIONS'],
      ['POST /v1/note', 'GET, HEAD, OPTIONS'],
      ['PUT /v1/note', 'GET, HEAD, POST, OPTIONS'],
    ] as const) {
      const { status, headers } = await send(coded('READ_ONLY'), line);
      expect([status, headers.get('allow')]).toEqual([405, allow]);
    }
  });
});
