// The types within the types of inputs. They refer to each other: filters do, each to all others and to itself.
import { type GraphQLNamedInputType, getNamedType, isInputObjectType } from 'graphql';

/** The types, and those of all fields in them, nearest first; each is there once. */
export function inputTypesWithin(types: Iterable<GraphQLNamedInputType>): Set<GraphQLNamedInputType> {
  // Grows while it is iterated over: a call for each level would end the stack of a large schema.
  const found = new Set(types);
  for (const type of found) {
    if (!isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) found.add(getNamedType(field.type));
  }
  return found;
}
