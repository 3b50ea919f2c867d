import type { FragmentDefinitionNode, OperationDefinitionNode } from 'graphql';
import type { Conventions } from '../../plan/conventions/Conventions.ts';
import type { JsonFile } from '../../plan/conventions/JsonFile.ts';
import type { DirectiveArguments } from './directives.ts';

/** Definitions by name. */
export type Definitions<Definition> = Pick<ReadonlyMap<string, Definition>, 'get' | 'keys'>;

/** A query with a name. */
export type Lookup = OperationDefinitionNode & { name: NonNullable<OperationDefinitionNode['name']> };

/** What the documents of a version share, and are compiled with. */
export interface SharedDefinitions {
  /** Fragments that every endpoint of the version can spread. */
  shapes: Definitions<FragmentDefinitionNode>;
  /** Queries that every endpoint of the version can name as its lookup. */
  lookups: Definitions<Lookup>;
  conventions: Conventions;
}

/** One version of the interface, complete: what it inherits is included. */
export interface Version extends SharedDefinitions {
  number: number;
  /** By `routeKey`. */
  endpoints: ReadonlyMap<string, EndpointDocument>;
  shapes: ReadonlyMap<string, FragmentDefinitionNode>;
  lookups: ReadonlyMap<string, Lookup>;
  /** The files that make up the conventions, each over the one before it; empty where there are none. */
  conventionsFiles: readonly JsonFile[];
  /** The dates when the version as a whole was deprecated and when it ends; not inherited. */
  deprecated?: string | undefined;
  sunset?: string | undefined;
  /** The intervals in which it does not respond, as they are written; not inherited. */
  brownouts?: readonly string[] | undefined;
}

/** One endpoint as its file declares it, not yet checked against the schema. */
export interface EndpointDocument {
  file: string;
  /** Named, and carries `@endpoint`. */
  operation: OperationDefinitionNode & { name: NonNullable<OperationDefinitionNode['name']> };
  endpoint: DirectiveArguments['endpoint'];
  /** The query that is executed before, for values that the operation needs and a client does not know: that of the file. */
  lookup: OperationDefinitionNode | undefined;
  /** Fragments that the file itself defines; they win over the version's shapes. */
  fragments: readonly FragmentDefinitionNode[];
  description: string | undefined;
}
