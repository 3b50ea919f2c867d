import { introspectionFromSchema, print } from 'graphql';
import { UsageError } from '../../cli/program.ts';
import type { ServiceSchema } from '../composeSchema.ts';
import { describeUnknownSubgraph } from '../createSubgraphs.ts';
import { buildSubgraph } from '../federation/buildSubgraph.ts';
import { mergeTypes } from '../federation/mergeSubgraphs.ts';

export interface SchemaOptions {
  /** Absent: all subgraphs, merged as one process serves them. */
  subgraph?: string;
  format: 'sdl' | 'introspection';
}

/** The GraphQL schema as SDL with its directives, or as the response to an introspection query. Throws a UsageError. */
export function schema(
  { schema: merged, subgraphs }: ServiceSchema,
  { subgraph: name, format }: SchemaOptions,
): string {
  const subgraph = subgraphs.find((candidate) => candidate.name === name);
  if (name !== undefined && !subgraph) throw new UsageError(describeUnknownSubgraph(name));
  if (format === 'sdl') return print(subgraph?.typeDefs ?? mergeTypes(subgraphs));
  return JSON.stringify({ data: introspectionFromSchema(subgraph ? buildSubgraph(subgraph) : merged) }, null, 2);
}
