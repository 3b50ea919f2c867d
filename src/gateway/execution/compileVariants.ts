import type { DocumentNode, GraphQLSchema } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { specialiseOperation } from './specialiseOperation.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Compiled variants of one operation; the least recently used one is dropped. */
const MAX_VARIANTS = 64;

/**
 * Compiles an operation without variables, and on demand its variant for given ones. Throws where these cannot be executed: a
 * condition that is not a Boolean, null for a type that is not nullable.
 */
export function compileVariants(
  schema: GraphQLSchema,
  document: DocumentNode,
): (variables: Variables) => CompiledQuery['query'] {
  const operation = specialiseOperation(document);
  const variants = new Map<string, CompiledQuery['query']>();
  const selectVariant = (variables: Variables) => {
    const key = operation.variantKey(variables);
    const known = variants.get(key);
    if (known && variants.size < MAX_VARIANTS) return known;
    const query = known ?? compile(schema, operation.variantDocument(variables));
    // A map has its entries in the order in which they were set: the first is the least recently used.
    if (known) variants.delete(key);
    else if (variants.size === MAX_VARIANTS) variants.delete(variants.keys().next().value!);
    variants.set(key, query);
    return query;
  };
  selectVariant({});
  return selectVariant;
}

function compile(schema: GraphQLSchema, document: DocumentNode): CompiledQuery['query'] {
  const compiled = compileQuery(schema, document);
  if (isCompiledQuery(compiled)) return compiled.query;
  throw compiled.errors?.[0] ?? new Error('The operation cannot be compiled.');
}
