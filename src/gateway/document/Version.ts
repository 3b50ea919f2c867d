import type { FragmentDefinitionNode } from 'graphql';
import type { Conventions } from '../conventions/Conventions.ts';
import type { JsonFile } from '../conventions/JsonFile.ts';
import type { EndpointDocument } from './EndpointDocument.ts';
import type { Lookup } from './readLookup.ts';

/** One version of the interface, complete: what it inherits is included. */
export interface Version {
  number: number;
  /** By `routeKey`. */
  endpoints: ReadonlyMap<string, EndpointDocument>;
  /** Fragments that every endpoint of the version can spread, by name. */
  shapes: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Queries that every endpoint of the version can name as its lookup, by name. */
  lookups: ReadonlyMap<string, Lookup>;
  conventions: Conventions;
  /** The files that make up the conventions, each over the one before it; empty where there are none. */
  conventionsFiles: readonly JsonFile[];
  /** The dates when the version as a whole was deprecated and when it ends; not inherited. */
  deprecated?: string | undefined;
  sunset?: string | undefined;
}
