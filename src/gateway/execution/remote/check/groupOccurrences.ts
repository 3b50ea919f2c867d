import { type GraphQLCompositeType, type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';
import type { Occurrence } from './collectOccurrences.ts';

/** Types that an object may have, and what is selected on each of them. */
export interface Group {
  types: GraphQLObjectType[];
  occurrences: Occurrence[];
}

/** The types that an object of one of these may have, those together for which the same is selected. */
export function groupOccurrences(
  schema: GraphQLSchema,
  types: readonly GraphQLCompositeType[],
  occurrences: readonly Occurrence[],
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
