import type { DocumentNode, GraphQLSchema } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { RequestDocument } from './Execute.ts';
import { specialiseOperation } from './specialiseOperation.ts';
import { VariantCache } from './VariantCache.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Returns the compiled variant for these variables; undefined where it is not compiled, as there are too many others. */
export type SelectVariant = (variables: Variables, own?: RequestDocument) => CompiledQuery['query'] | undefined;

/**
 * Compiles an operation without variables, and on demand its variant for given ones. Throws where these cannot be executed: a
 * condition that is not a Boolean, null for a type that is not nullable.
 */
export function compileVariants(schema: GraphQLSchema, document: DocumentNode): SelectVariant {
  const operation = specialiseOperation(document);
  const variants = new VariantCache<CompiledQuery['query']>();
  const selectVariant: SelectVariant = (variables, own) => {
    const key = operation.variantKey(variables);
    // The own document of a request has no other variables.
    return variants.get(own ? `${key} ${own.key}` : key, () =>
      compile(schema, operation.variantDocument(variables, own?.create())),
    );
  };
  selectVariant({});
  return selectVariant;
}

function compile(schema: GraphQLSchema, document: DocumentNode): CompiledQuery['query'] {
  const compiled = compileQuery(schema, document);
  if (isCompiledQuery(compiled)) return compiled.query;
  throw compiled.errors?.[0] ?? new Error('The operation cannot be compiled.');
}
