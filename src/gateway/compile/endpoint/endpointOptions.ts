// What an endpoint says of its caching, keys and limits; and the operations that nothing executes yet.
import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  TypeInfo,
  getNamedType,
  isAbstractType,
  isCompositeType,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type Annotated, directivesOf } from '../../guard/access/requiredAccess.ts';
import { type RateLimit, parseRateLimit } from '../../base/settings/settingFormats.ts';
import type { Conventions, Presence } from '../../plan/conventions/Conventions.ts';
import type { EndpointDocument } from '../document/Version.ts';
import { directiveNode } from '../document/directives.ts';
import type { CacheScope, EndpointPlan } from '../../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import type { CompileContext } from '../CompileContext.ts';
import type { CheckedDocument } from './checkDocument.ts';

/**
 * Compiles for how long a response may be kept, and by whom: as the document declares it, else, where the conventions say so, as
 * the `@cacheControl` of the schema does. Hints never make a response public that depends on a caller. `documents` are executed.
 */
export function compileCache(
  { operation, endpoint }: EndpointDocument,
  auth: Presence,
  documents: readonly DocumentNode[],
  { schema, conventions, report }: CompileContext,
): Pick<EndpointPlan, 'maxAge' | 'cache'> {
  const { maxAge: declared, cache, method } = endpoint;
  const refuse = (argument: 'cache' | 'maxAge', message: string, hint: string) =>
    report(directiveNode(operation, 'endpoint', argument), message, hint);
  const hints = conventions.cache === 'hints' && method === 'GET' ? cacheHints(schema, documents) : undefined;
  if (hints && declared !== undefined && declared > hints.maxAge) {
    const message = `maxAge ${declared} is more than the ${hints.maxAge} of @cacheControl in the schema.`;
    refuse('maxAge', message, 'Remove it, or change @cacheControl.');
  }
  const maxAge = declared ?? (hints?.maxAge || undefined);
  if (cache === 'PUBLIC' && (maxAge === undefined || auth !== 'NONE')) {
    refuse('cache', 'cache: PUBLIC needs maxAge and auth: NONE.', 'Add them, or remove cache.');
  } else if (cache === 'PUBLIC' && hints?.scope === 'PRIVATE') {
    refuse('cache', 'cache: PUBLIC, but @cacheControl in the schema is PRIVATE.', 'Remove cache.');
  }
  if (maxAge === undefined) return {};
  const isWritten = declared !== undefined || directiveNode(operation, 'endpoint', 'cache').kind === Kind.ENUM;
  const isPublic = isWritten ? cache === 'PUBLIC' : hints?.scope === 'PUBLIC' && auth === 'NONE';
  return { maxAge, ...(isPublic && { cache: 'PUBLIC' }) };
}

/** One `@cacheControl`. */
interface CacheHint {
  maxAge?: number;
  scope?: CacheScope;
  inheritMaxAge?: boolean;
}

/**
 * The policy that the `@cacheControl` of a schema gives some operations: the least maxAge of their fields, and PRIVATE where one is.
 * A root field, or a field of an object type, without a maxAge has 0, unless it inherits that of the field around it.
 * See https://www.apollographql.com/docs/apollo-server/performance/caching, "Calculating cache behavior".
 */
export function cacheHints(
  schema: GraphQLSchema,
  documents: readonly DocumentNode[],
): { maxAge: number; scope: CacheScope } {
  let maxAge = Infinity;
  let scope: CacheScope = 'PUBLIC';
  const info = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(info, {
    Field({ name }) {
      const parent = info.getParentType();
      if (!parent || name.value.startsWith('__')) return;
      const isRoot = parent === schema.getQueryType() || parent === schema.getMutationType();
      for (const type of isAbstractType(parent) ? schema.getPossibleTypes(parent) : [parent]) {
        const field = 'getFields' in type ? type.getFields()[name.value] : undefined;
        const hint = field ? hintOfField(field as GraphQLField<unknown, unknown>, isRoot) : {};
        maxAge = Math.min(maxAge, hint.maxAge ?? Infinity);
        if (hint.scope === 'PRIVATE') scope = 'PRIVATE';
      }
    },
  });
  for (const document of documents) visit(document, visitor);
  return { maxAge: Number.isFinite(maxAge) ? Math.max(0, maxAge) : 0, scope };
}

/** Those of a field itself win over those of the type that it returns. */
function hintOfField(field: GraphQLField<unknown, unknown>, isRoot: boolean): CacheHint {
  const type: GraphQLNamedType = getNamedType(field.type);
  const isObject = isCompositeType(type);
  const returned = isObject ? readHint(type as Annotated) : {};
  const hint = readHint(field as Annotated);
  const inherits = returned.inheritMaxAge || (hint.inheritMaxAge && returned.maxAge === undefined);
  const maxAge = hint.maxAge ?? returned.maxAge;
  const scope = hint.scope ?? returned.scope;
  const needsAge = maxAge === undefined && (isRoot || (isObject && !inherits));
  return { ...(needsAge ? { maxAge: 0 } : maxAge !== undefined && { maxAge }), ...(scope && { scope }) };
}

function readHint(element: Annotated): CacheHint {
  const directive = directivesOf(element).find(({ name }) => name.value === 'cacheControl');
  const written = (directive?.arguments ?? [])
    .map(({ name, value }) => [name.value, valueFromASTUntyped(value)])
    .filter(([, value]) => value !== null);
  const { maxAge, ...hint } = Object.fromEntries(written) as CacheHint;
  return hint.inheritMaxAge || maxAge === undefined ? hint : { ...hint, maxAge };
}

/**
 * Compiles whether requests have an Idempotency-Key: as the document says, else, for mutations by POST that know their caller,
 * as the conventions do. A key belongs to a caller.
 */
export function compileIdempotencyKey(
  { operation, endpoint }: EndpointDocument,
  auth: Presence,
  {
    parameters,
    sendsBytes,
    takesFiles,
  }: { parameters: readonly ParameterPlan[]; sendsBytes: boolean; takesFiles: boolean },
  { conventions, report }: CompileContext,
): Pick<EndpointPlan, 'idempotencyKey'> {
  const isMutation = endpoint.method === 'POST' && operation.operation === 'mutation';
  const isRetried = isMutation && auth !== 'NONE' && !sendsBytes && !takesFiles;
  const presence = endpoint.idempotencyKey ?? (isRetried ? conventions.idempotencyKey : 'NONE');
  if (presence === 'NONE') return {};
  const refuse = (message: string, hint: string) =>
    report(directiveNode(operation, 'endpoint', 'idempotencyKey'), message, hint);
  if (auth === 'NONE') {
    refuse('idempotencyKey needs a caller, to whom the keys belong, but auth is NONE.', 'Remove it, or change auth.');
  }
  if (sendsBytes) refuse('idempotencyKey stores text, but the response is bytes.', 'Remove it, or respond with JSON.');
  if (takesFiles) {
    refuse('idempotencyKey compares requests, but the content of files is not kept.', 'Remove it, or take no Upload.');
  }
  if (parameters.some(({ name, source }) => source === 'header' && name.toLowerCase() === 'idempotency-key')) {
    refuse('Idempotency-Key is a parameter already.', 'Remove the parameter, or set idempotencyKey: NONE.');
  }
  return { idempotencyKey: presence };
}

/** The limit that the conventions set for an operation; undefined without one. */
export function compileRateLimit(operation: string, { rateLimit }: Conventions): RateLimit | undefined {
  return Object.hasOwn(rateLimit, operation) ? parseRateLimit(rateLimit[operation]!) : undefined;
}

export const NOT_EXECUTED = 'Remove it: this version of Portico only checks it.';

/** Reports a subscription, which is not executed yet; returns whether the document is none. */
export function reportUnsupported(
  { source: { operation } }: CheckedDocument,
  { reportUnsupported: report }: CompileContext,
): boolean {
  const isStream = operation.operation === 'subscription';
  if (isStream) report(operation, 'A subscription is not executed yet.', NOT_EXECUTED);
  return !isStream;
}
