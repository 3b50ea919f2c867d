import { type GraphQLOutputType, getNamedType, getNullableType, isListType } from 'graphql';
import { compileItems } from './compileItems.ts';
import type { FieldPlace, MakeField } from './FieldPlace.ts';
import { pageArguments } from './pageArguments.ts';
import { selectPage } from './selectPage.ts';

/** How many items a list without pages has. */
const UNPAGED_LENGTH = 3;

/** Compiles a field that is a list of objects, with arguments of pages or without. */
export function compileList(place: FieldPlace): MakeField {
  const { field, context } = place;
  const itemsOf = compileItems(place, getNamedType(field.type));
  const nested = isListType((getNullableType(field.type) as { ofType: GraphQLOutputType }).ofType);
  return (key, args) => {
    const isPaged = Object.keys(pageArguments(Object.keys(args), context.conventions.connection)).length > 0;
    const { keys, page, itemOf } = isPaged ? itemsOf(key, args) : itemsOf(key, args, UNPAGED_LENGTH);
    const { from, to } = selectPage(keys, page, keys.length);
    const objects = keys.slice(from, to).map((each) => itemOf(each));
    return nested ? [objects] : objects;
  };
}
