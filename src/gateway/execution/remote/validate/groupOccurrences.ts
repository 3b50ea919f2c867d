import { type GraphQLCompositeType, type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';
import type { SelectedField } from './collectOccurrences.ts';

/** Possible types of an object with the same selected fields. */
export interface Group {
  types: GraphQLObjectType[];
  occurrences: SelectedField[];
}

/** Groups the possible types of an object by their selected fields. */
export function groupOccurrences(
  schema: GraphQLSchema,
  types: readonly GraphQLCompositeType[],
  occurrences: readonly SelectedField[],
): Group[] {
  const groups = new Map<string, Group>();
  const possible = types.flatMap((type) => (isObjectType(type) ? [type] : schema.getPossibleTypes(type)));
  for (const type of new Set(possible)) {
    const own = occurrences.filter((each) => each.types.every((condition) => includes(schema, condition, type)));
    const selected = own.map((each) => occurrences.indexOf(each)).join();
    const group = groups.get(selected) ?? { types: [], occurrences: own };
    group.types.push(type);
    groups.set(selected, group);
  }
  return [...groups.values()];
}

function includes(schema: GraphQLSchema, condition: GraphQLCompositeType, type: GraphQLObjectType): boolean {
  return isObjectType(condition) ? condition === type : schema.isSubType(condition, type);
}
