// Operations that a client sends by the hash of their text, as `extensions.persistedQuery`.
// See https://www.apollographql.com/docs/apollo-server/performance/apq
import { createHash } from 'node:crypto';
import type { GraphQLRequest } from '@apollo/server';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';

/**
 * The hash of `extensions.persistedQuery`; undefined without one. Throws BAD_REQUEST for a malformed extension, and for a hash that
 * is not that of the query beside it.
 */
export function readPersistedHash({ query, extensions }: GraphQLRequest): string | undefined {
  const extension: unknown = extensions?.['persistedQuery'];
  if (extension === undefined || extension === null) return undefined;
  const { version, sha256Hash: hash } = Object(extension) as Record<string, unknown>;
  if (version !== 1 || typeof hash !== 'string' || !/^[\da-f]{64}$/.test(hash)) {
    throw new ServiceError(
      'BAD_REQUEST',
      'extensions.persistedQuery must be {"version": 1, "sha256Hash": "…"} with 64 lowercase hexadecimal digits.',
    );
  }
  if (query !== undefined && hashDocument(query) !== hash) {
    throw new ServiceError('BAD_REQUEST', 'extensions.persistedQuery.sha256Hash is not the SHA-256 of the query.');
  }
  return hash;
}

/** The SHA-256 of a document's text in lowercase hexadecimal digits, by which persisted operations are known. */
export function hashDocument(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
