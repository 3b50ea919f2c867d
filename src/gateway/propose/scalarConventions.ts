import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLScalarType,
  type GraphQLSchema,
  TypeInfo,
  getNamedType,
  isInputObjectType,
  isScalarType,
  isSpecifiedScalarType,
  parse,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { ScalarConvention } from '../conventions/Conventions.ts';
import { scalarOf } from './scalarOf.ts';

/** The JSON of each custom scalar that documents use and `known` has not, in the order of the schema. */
export function scalarConventions(
  schema: GraphQLSchema,
  texts: readonly string[],
  known: Readonly<Record<string, unknown>>,
): Record<string, ScalarConvention> {
  const used = new Set(texts.flatMap((text) => [...scalarsOf(parse(text, { noLocation: true }), schema)]));
  const missing = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLScalarType => isScalarType(type) && used.has(type) && !Object.hasOwn(known, type.name),
  );
  return Object.fromEntries(missing.map((type) => [type.name, scalarOf(type)]));
}

/** The custom scalars in the selections and variables of a document. */
function scalarsOf(document: DocumentNode, schema: GraphQLSchema): Set<GraphQLNamedType> {
  const found = new Set<GraphQLNamedType>();
  const inputs = new Set<GraphQLNamedType>();
  const add = (type: GraphQLNamedType | undefined): void => {
    if (type === undefined || inputs.has(type)) return;
    if (isScalarType(type) && !isSpecifiedScalarType(type)) found.add(type);
    if (!isInputObjectType(type)) return;
    inputs.add(type);
    for (const field of Object.values(type.getFields())) add(getNamedType(field.type));
  };
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: () => add(getNamedType(info.getType() ?? undefined)),
      VariableDefinition: (node) => add(getNamedType(typeFromAST(schema, node.type as never))),
    }),
  );
  return found;
}
