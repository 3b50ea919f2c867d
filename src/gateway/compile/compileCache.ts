import { type DocumentNode, Kind } from 'graphql';
import type { Presence } from '../conventions/Conventions.ts';
import { directiveNode } from '../document/directiveNode.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { cacheHints } from './cacheHints.ts';
import type { CompileContext } from './CompileContext.ts';

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
