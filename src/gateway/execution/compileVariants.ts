import type { DocumentNode, GraphQLSchema } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { specialiseOperation } from './specialiseOperation.ts';

type Variables = Readonly<Record<string, unknown>>;

/** How many variants of one operation stay compiled; a new one takes the place of the one that was used longest ago. */
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
    const known = variants.get(name);
    if (known && variants.size < MAX_VARIANTS) return known;
    const query = known ?? compile(schema, operation.documentUnder(variables));
    // A map keeps the order in which its entries were set: the first was used longest ago.
    if (known) variants.delete(name);
    else if (variants.size === MAX_VARIANTS) variants.delete(variants.keys().next().value!);
    variants.set(name, query);
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
