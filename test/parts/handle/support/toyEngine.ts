// The engine of documents over the toy schema, for what the settings of a server decide, or a request that no `Request` can be.
import { execute } from 'graphql';
import { expect } from 'vitest';
import { ServiceError } from '../../../../src/gateway/base/errors/ServiceError.ts';
import type { RestRequest } from '../../../../src/gateway/handle/read/RestRequest.ts';
import { toBearer } from '../../../../src/gateway/http/credentials.ts';
import { type EngineOptions, createEngine } from '../../../../src/gateway/serve/createEngine.ts';
import { compileToy } from '../../support/compileThroughJson.ts';
import { OWN_HEADERS } from '../../../vocabulary/support/expectOwnHeaders.ts';
import { type Documents, type TextReply, toySchema } from '../../../vocabulary/support/toy.ts';

interface Sent {
  headers?: Record<string, string>;
  scopes?: string;
  peer?: RestRequest['peer'];
}

export function toyEngine(documents: Documents, settings: Partial<EngineOptions['settings']> = {}) {
  const trace = { counts: 0, executions: 0, variables: [] };
  const engine = createEngine({
    plan: compileToy({ 'api.json': '{ "name": "toy" }', ...documents }),
    schema: toySchema,
    prepare: (document) => async (request) =>
      execute({
        schema: toySchema,
        document: request.document?.create() ?? document,
        contextValue: { trace },
        variableValues: { ...request.variables },
      }),
    authenticate: async (received, scheme) => {
      const authorization = toBearer(received, scheme);
      if (authorization === undefined) throw new ServiceError('UNAUTHENTICATED', 'Send a token.');
      return { subject: 'me', scopes: new Set(authorization.split(' ')), claims: {}, authorization };
    },
    report: () => undefined,
    settings: { basePath: '', ...settings },
  });
  return {
    openApi: engine.openApi,
    async send(line: string, { headers = {}, scopes = 'books:write authors:read', peer }: Sent = {}) {
      const [method = '', target = ''] = line.split(' ');
      const reply = await engine.handle({
        method,
        target,
        headers: { ...(scopes !== 'nobody' && { authorization: scopes }), ...headers },
        requestId: 'request-1',
        signal: new AbortController().signal,
        ...(peer && { peer }),
        readBody: () => Promise.resolve(Buffer.alloc(0)),
      });
      const own = [...OWN_HEADERS, ...engine.responseHeaders.map((name) => name.toLowerCase())];
      expect(own).toEqual(expect.arrayContaining(Object.keys(reply.headers)));
      return reply as TextReply;
    },
  };
}
