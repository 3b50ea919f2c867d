import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { RequestDocument } from '../execution/Execute.ts';
import { pruneOperation } from '../execution/pruneOperation.ts';
import type { Variables } from '../request/Variables.ts';

/** The document that a request executes; undefined where it is the whole one. */
export type SelectDocument = (variables: Readonly<Variables>) => RequestDocument | undefined;

/** Compiles which part of a document its requests execute; undefined where each executes the whole. */
export function compileDocument(
  document: DocumentNode,
  { prunable }: { prunable?: readonly string[] | undefined },
  schema: GraphQLSchema,
): SelectDocument | undefined {
  if (!prunable) return undefined;
  return (variables) => {
    const absent = prunable.filter((name) => variables[name] === undefined);
    if (absent.length === 0) return undefined;
    return { key: absent.join(), create: () => pruneOperation(schema, document, new Set(absent)) };
  };
}
