import { type GraphQLNamedType, type GraphQLObjectType, getNamedType } from 'graphql';
import { compileItems } from './compileItems.ts';
import type { FieldPlace, MakeField } from './FieldPlace.ts';
import { mockConnection } from './mockConnection.ts';
import { selectPage } from './selectPage.ts';

/** How many items a page has where the operation does not say. */
const DEFAULT_LIMIT = 3;

/** Compiles a field that is a connection of these items. */
export function compileConnection(place: FieldPlace, item: GraphQLNamedType): MakeField {
  const { field, context } = place;
  const itemsOf = compileItems(place, item);
  const type = getNamedType(field.type) as GraphQLObjectType;
  return (key, args) => {
    const { keys, page, itemOf } = itemsOf(key, args);
    const list = { keys, page: selectPage(keys, page, DEFAULT_LIMIT), item, itemOf };
    return mockConnection(type, `${key}.${field.name}`, list, context);
  };
}
