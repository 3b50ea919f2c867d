import type { GraphQLArgument } from 'graphql';
import type { Draft } from './Draft.ts';

/** Verbs of queries that read objects in a way of their own: matchArtist is `/artists/match`. */
export const QUERY_VERBS = new Set([
  'search',
  'match',
  'filter',
  'preview',
  'verify',
  'validate',
  'check',
  'discover',
  'suggest',
]);

/** Where a query is served. */
export interface Placement {
  kind: Draft['kind'];
  noun: readonly string[];
  /** The arguments that are in the path. */
  keys: readonly GraphQLArgument[];
  /** Whether the key is the id of another object, which the field is a part of. */
  isOwnerKey?: boolean;
  /** The noun of the object in the path that the field is in, such as `User` of `User.orders`. */
  owner?: readonly string[];
  /** By the names of the variables of the keys. */
  path(keys: readonly string[]): string;
  otherPaths: readonly string[];
  rank: number;
  names: readonly string[];
  /** The description of a field without one. */
  fallback: string;
}
