// Portico as a library: the REST engine over somebody's own GraphQL schema, as a function for their own server. Loads no
// domain, no database and no web server. Refuses at start what would be wrong with every request, or would let everybody in.
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { GraphQLError, type GraphQLSchema, assertValidSchema } from 'graphql';
import { restrictedElements } from './auth/restrictedElements.ts';
import { ServiceError } from './errors/ServiceError.ts';
import { prepareWithContext } from './graph/prepareWithContext.ts';
import { createMiddleware } from './http/createMiddleware.ts';
import type { Portico, PorticoCaller, PorticoExchange, PorticoFailure, PorticoOptions } from './PorticoOptions.ts';
import { createRestEngine } from './rest/createRestEngine.ts';
import type { Engine } from './rest/handleRequest.ts';
import { errorOfResult } from './rest/problem/errorOfResult.ts';

export type * from './PorticoOptions.ts';

/** Compiles the endpoint documents over the schema. Throws an error that names every mistake in them. */
export function createPortico(options: PorticoOptions): Portico {
  const { schema, endpoints, context, authenticate, basePath = '', apiName = 'portico' } = options;
  assertValidSchema(schema);
  checkText(BASE_PATH, 'basePath', basePath);
  checkText(API_NAME, 'apiName', apiName);
  if (!authenticate) refuseRestrictions(schema);

  const rest = createRestEngine({
    schema,
    prepare: prepareWithContext(schema, ({ caller, requestId, signal, origin }) => {
      const known = authenticate && { subject: caller.subject, scopes: [...caller.scopes] };
      const exchange: PorticoExchange = { caller: known, requestId, signal };
      return context ? context(origin as IncomingMessage, exchange) : exchange;
    }),
    endpoints: endpoints instanceof URL ? fileURLToPath(endpoints) : endpoints,
    ...(authenticate && { authenticate: authenticateWith(authenticate, apiName) }),
    report: options.report ?? reportToStderr,
    settings: {
      basePath,
      apiName,
      defaultVersion: options.defaultVersion ?? 1,
      versioning: options.versioning ?? 'both',
    },
  });
  return {
    handler: createMiddleware(rest, basePath),
    endpoints: rest.endpoints.map(({ version, document: { endpoint, operation } }) => {
      return { version, method: endpoint.method, path: endpoint.path, operation: operation.name.value };
    }),
    openApi: rest.openApi,
    warnings: rest.warnings,
  };
}

const BASE_PATH = {
  form: /^(\/(?!\.{1,2}(\/|$))[\w.~!$&'()*+,;=:@-]+)*$/,
  wanted: 'a path such as /api, without a slash at its end',
};
const API_NAME = {
  form: /^[a-z0-9][a-z0-9_.-]{0,63}$/,
  wanted: 'at most 64 lower case letters, digits, dots, hyphens and underscores',
};

function checkText({ form, wanted }: typeof BASE_PATH, option: string, text: string): void {
  if (!form.test(text)) throw new TypeError(`${option} must be ${wanted}, not "${text}".`);
}

/** What is restricted in the schema must not be open to everybody because an option was forgotten. */
function refuseRestrictions(schema: GraphQLSchema): void {
  const restricted = restrictedElements(schema);
  if (restricted.length === 0) return;
  const names = restricted.slice(0, 3).join(', ') + (restricted.length > 3 ? ', …' : '');
  throw new TypeError(
    `The schema restricts ${names} with @authenticated or @requiresScopes: give createPortico a function "authenticate".`,
  );
}

function authenticateWith(
  authenticate: NonNullable<PorticoOptions['authenticate']>,
  realm: string,
): Engine['authenticate'] {
  return async (authorization) => {
    let caller: PorticoCaller | undefined;
    try {
      caller = await authenticate(authorization);
    } catch (thrown) {
      throw thrown instanceof GraphQLError ? errorOfResult([thrown], 0) : thrown;
    }
    if (caller) return { ...caller, scopes: new Set(caller.scopes), authorization: authorization ?? '' };
    throw new ServiceError('UNAUTHENTICATED', 'Valid credentials are needed, in the header Authorization.', {
      headers: { 'www-authenticate': `Bearer realm="${realm}"` },
    });
  };
}

function reportToStderr({ requestId, method, target, error }: PorticoFailure): void {
  process.stderr.write(
    `portico: ${method} ${target} failed (request ${requestId}): ${inspect(error.cause ?? error)}\n`,
  );
}
