import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  type ValueNode,
  isNonNullType,
  visit,
} from 'graphql';
import { inputFieldType, itemType } from './inputValueTypes.ts';
import { isEmptied } from './isEmptied.ts';
import { optionalVariables } from './optionalVariables.ts';
import { visitArguments } from './visitArguments.ts';

/** The variables whose absence leaves objects or list items of a valid document out; see `pruneOperation`. */
export function prunableVariables(schema: GraphQLSchema, document: DocumentNode): string[] {
  const optional = optionalVariables(document);
  const found = new Set<string>();
  if (optional.size === 0) return [];
  const addAll = (value: ValueNode) => void visit(value, { Variable: ({ name }) => void found.add(name.value) });
  const walk = (value: ValueNode, type: GraphQLInputType | undefined, isItem: boolean): void => {
    if (value.kind !== Kind.OBJECT && value.kind !== Kind.LIST) {
      if (isItem && isEmptied(value, (name) => optional.has(name))) addAll(value);
      return;
    }
    if ((isItem || !isNonNullType(type)) && isEmptied(value, (name) => optional.has(name))) return addAll(value);
    if (value.kind === Kind.LIST) {
      for (const item of value.values) walk(item, type && itemType(type), true);
    } else {
      for (const field of value.fields) walk(field.value, type && inputFieldType(type, field.name.value), false);
    }
  };
  visitArguments(schema, document, ({ value }, type) => walk(value, type, false));
  return [...found].sort();
}
