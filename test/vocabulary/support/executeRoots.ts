import {
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  Kind,
  print,
} from 'graphql';

/**
 * Gives the root fields of a schema these values, or what functions of their arguments return. The result is what was executed
 * since then, with a document for each execution.
 */
export function executeRoots(schema: GraphQLSchema, values: Readonly<Record<string, unknown>>): DocumentNode[] {
  const executed: DocumentNode[] = [];
  const noted = new WeakSet<object>();
  for (const type of [schema.getQueryType(), schema.getMutationType()] as (GraphQLObjectType | undefined)[]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      field.resolve = (_, given: object, context: object, { operation, fragments }: GraphQLResolveInfo) => {
        if (!noted.has(context))
          executed.push({ kind: Kind.DOCUMENT, definitions: [operation, ...Object.values(fragments)] });
        noted.add(context);
        const value = values[field.name];
        return typeof value === 'function' ? (value(given) as unknown) : value;
      };
    }
  }
  return executed;
}

/** A document on one line. */
export function printLine(document: DocumentNode): string {
  return print(document).replaceAll(/\s+/g, ' ');
}
