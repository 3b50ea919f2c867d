import type { DocumentNode, GraphQLSchema } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { specialiseOperation } from './specialiseOperation.ts';

type Variables = Readonly<Record<string, unknown>>;

/** How many variants of one operation stay compiled; the oldest makes room for a new one. */
const MAX_VARIANTS = 64;

/**
 * Compiles an operation, at once as it is without variables, and on demand as these make it. Throws where they leave
 * nothing that can run: a condition that is no Boolean, null for what must not be null.
 */
export function compileVariants(
  schema: GraphQLSchema,
  document: DocumentNode,
): (variables: Variables) => CompiledQuery['query'] {
  const operation = specialiseOperation(document);
  const variants = new Map<string, CompiledQuery['query']>();
  const variantUnder = (variables: Variables) => {
    const name = operation.nameUnder(variables);
    let query = variants.get(name);
    if (!query) {
      query = compile(schema, operation.documentUnder(variables));
      if (variants.size === MAX_VARIANTS) variants.delete(variants.keys().next().value!);
      variants.set(name, query);
    }
    return query;
  };
  variantUnder({});
  return variantUnder;
}

function compile(schema: GraphQLSchema, document: DocumentNode): CompiledQuery['query'] {
  const compiled = compileQuery(schema, document);
  if (isCompiledQuery(compiled)) return compiled.query;
  throw compiled.errors?.[0] ?? new Error('The operation cannot be compiled.');
}
