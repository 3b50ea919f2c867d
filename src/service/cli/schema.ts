import { introspectionFromSchema, print } from 'graphql';
import type { Service } from '../composeService.ts';
import { ArgumentError } from '../../gateway/cli/ArgumentError.ts';
import { buildSubgraph } from '../federation/buildSubgraph.ts';
import { findEntityOwners } from '../federation/findEntityOwners.ts';
import { mergeTypes } from '../federation/mergeTypes.ts';

export interface SchemaOptions {
  /** Absent: all subgraphs, merged as they are served in one process. */
  subgraph?: string;
  format: 'sdl' | 'introspection';
}

/** The GraphQL schema for other tools, as SDL with its directives or as the result of the introspection query. */
export function schema({ schema: merged, subgraphs }: Service, { subgraph: name, format }: SchemaOptions): string {
  const subgraph = subgraphs.find((each) => each.name === name);
  if (name !== undefined && !subgraph) {
    throw new ArgumentError(
      `There is no subgraph "${name}". There are: ${subgraphs.map((each) => each.name).join(', ')}.`,
    );
  }
  if (format === 'sdl') return print(subgraph?.typeDefs ?? mergeTypes(subgraphs, findEntityOwners(subgraphs)));
  // A GraphQL answer, which is what tools read.
  return JSON.stringify({ data: introspectionFromSchema(subgraph ? buildSubgraph(subgraph) : merged) }, null, 2);
}
