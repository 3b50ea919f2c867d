// Portico as a library: the REST engine over somebody's own GraphQL schema, as a function for their own server. Loads no
// domain, no database and no web server. Refuses at start what would be wrong with every request, or would let everybody in.
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { GraphQLError, type GraphQLSchema, assertValidSchema } from 'graphql';
import { listRestrictedElements } from './access/listRestrictedElements.ts';
import { API_NAME_FORM, BASE_PATH_FORM, type TextForm } from './config/textForms.ts';
import { isProxyList } from './config/isProxyList.ts';
import { isOrigin } from './config/isOrigin.ts';
import { ServiceError } from './errors/ServiceError.ts';
import { prepareWithContext } from './execution/prepareWithContext.ts';
import { createCors } from './server/cors.ts';
import { createMiddleware } from './server/createMiddleware.ts';
import type { Portico, PorticoCaller, PorticoExchange, PorticoFailure, PorticoOptions } from './PorticoOptions.ts';
import { createRestEngine } from './createRestEngine.ts';
import type { Engine } from './runtime/handleRequest.ts';
import { errorOfResult } from './runtime/errorOfResult.ts';
import { truncatePath } from './telemetry/truncatePath.ts';
import { renderChallenge } from './protocol/challenge.ts';
import { pathOf } from './protocol/parseTarget.ts';

export type * from './PorticoOptions.ts';

/** Compiles the endpoint documents over the schema. Throws an error that names every mistake in them. */
export function createPortico(options: PorticoOptions): Portico {
  const { schema, endpoints, context, authenticate, basePath = '', apiName = 'portico', versioning = 'both' } = options;
  assertValidSchema(schema);
  checkText(BASE_PATH_FORM, 'basePath', basePath);
  checkText(API_NAME_FORM, 'apiName', apiName);
  checkText(VERSIONING_FORM, 'versioning', versioning);
  checkOrigins(options);
  if (!authenticate) refuseRestrictions(schema);
  const report = options.report ?? reportToStderr;

  const rest = createRestEngine({
    schema,
    prepare: prepareWithContext(schema, ({ caller, requestId, signal, origin }) => {
      const known = authenticate && { subject: caller.subject, scopes: [...caller.scopes] };
      const exchange: PorticoExchange = { caller: known, requestId, signal };
      return context ? context(origin as IncomingMessage, exchange) : exchange;
    }),
    endpoints: endpoints instanceof URL ? fileURLToPath(endpoints) : endpoints,
    ...(authenticate && { authenticate: authenticateWith(authenticate, apiName) }),
    report,
    settings: {
      basePath,
      apiName,
      defaultVersion: options.defaultVersion ?? 1,
      versioning,
      ...(options.publicUrl !== undefined && { publicUrl: options.publicUrl }),
      ...(options.trustProxy && { trustProxy: options.trustProxy }),
    },
  });
  return {
    handler: createMiddleware(rest, basePath, report, createCors(options.cors?.origins, rest.headerParameters)),
    endpoints: rest.endpoints.map(({ version, document: { endpoint, operation } }) => {
      return { version, method: endpoint.method, path: endpoint.path, operation: operation.name.value };
    }),
    openApi: rest.openApi,
    warnings: rest.warnings,
  };
}

const VERSIONING_FORM: TextForm = { form: /^(path|header|both)$/, shouldBe: 'must be path, header or both' };

function checkText({ form, shouldBe }: TextForm, option: string, text: string): void {
  if (!form.test(text)) throw new TypeError(`${option} ${shouldBe}, not "${text}".`);
}

function checkOrigins({ publicUrl, trustProxy, cors }: PorticoOptions): void {
  if (publicUrl !== undefined && !isOrigin(publicUrl)) {
    throw new TypeError(`publicUrl must be a URL such as https://api.example.com, without a path, not "${publicUrl}".`);
  }
  if (trustProxy && !isProxyList(trustProxy)) {
    throw new TypeError('trustProxy must be a list of IP addresses and ranges such as 10.0.0.0/8, or loopback.');
  }
  const wrong = cors && cors.origins !== '*' ? cors.origins.find((origin) => !isOrigin(origin)) : undefined;
  if (wrong !== undefined) {
    throw new TypeError(`cors.origins must be * or origins such as https://app.example.com, not "${wrong}".`);
  }
}

/** What is restricted in the schema must not be open to everybody because an option was forgotten. */
function refuseRestrictions(schema: GraphQLSchema): void {
  const restricted = listRestrictedElements(schema);
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
    throw new ServiceError('UNAUTHENTICATED', 'Valid credentials are required in the header Authorization.', {
      headers: { 'www-authenticate': renderChallenge({ realm }) },
    });
  };
}

function reportToStderr({ requestId, method, target, error }: PorticoFailure): void {
  process.stderr.write(
    `portico: ${method} ${truncatePath(pathOf(target))} failed (request ${requestId}): ${inspect(error.cause ?? error)}\n`,
  );
}
