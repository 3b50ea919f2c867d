import { type GraphQLNamedType, type GraphQLObjectType } from 'graphql';
import type { FieldPlace } from './FieldPlace.ts';
import { findKey } from './findKey.ts';
import { LIST_LENGTH } from './indexOfKey.ts';
import { keyField, naturalKeys } from './keyFields.ts';
import { listKeys } from './listKeys.ts';
import type { MockContext } from './MockContext.ts';
import { type MockObject, mockObject } from './MockObject.ts';
import { pageArguments } from './pageArguments.ts';
import { readFilter } from './readFilter.ts';
import { type GivenInput, readInputs } from './readInputs.ts';

/** How many items a list of an object has in all: more than one page. */
const NESTED_LENGTH = 25;

/** The items that the arguments of a field select, before they are cut into pages. */
export interface Items {
  keys: readonly string[];
  /** The arguments of the page, by what they mean. */
  page: Readonly<Record<string, unknown>>;
  itemOf(key: string): MockObject;
}

/** Compiles the items of a list or a connection. `length` is how many there are; by default as many as make several pages. */
export function compileItems(
  place: FieldPlace,
  item: GraphQLNamedType,
): (key: string, args: Readonly<Record<string, unknown>>, length?: number) => Items {
  const { parent, field, context } = place;
  const concrete = context.concrete(item);
  const isRoot = parent === context.schema.getQueryType();
  const roles = pageArguments(
    field.args.map(({ name }) => name),
    context.conventions.connection,
  );
  const paging = new Set(Object.values(roles));
  const others = field.args.filter(({ name }) => !paging.has(name));
  return (key, args, length = isRoot ? LIST_LENGTH : NESTED_LENGTH) => {
    const inputs = readInputs(others, args);
    const filter = concrete ? readFilter(inputs, concrete, context) : {};
    const owner = { typeName: parent.name, fieldName: field.name, key, isRoot };
    const keys =
      selectKeys({ inputs, filter, concrete }, context) ?? listKeys(item, { owner, length, filter }, context);
    const isThere = (each: string) => !context.state.isDeleted(concrete?.name ?? '', each);
    return {
      keys: keys.filter(isThere),
      page: Object.fromEntries(Object.entries(roles).map(([role, name]) => [role, args[name]])),
      itemOf: (each) => mockObject(item.name, each, filter),
    };
  };
}

/** The arguments of a list, and the conditions in them. */
interface ListArguments {
  inputs: readonly GivenInput[];
  filter: Readonly<Record<string, unknown>>;
  concrete: GraphQLObjectType | undefined;
}

/** The keys in the arguments: of `ids: [1, 2]`, or of a filter by an id or a slug. Undefined where there are none. */
function selectKeys({ inputs, filter, concrete }: ListArguments, context: MockContext): string[] | undefined {
  if (!concrete) return undefined;
  const name = keyField(concrete);
  if (name !== undefined && filter[name] !== undefined) return [String(filter[name])];
  if (naturalKeys(concrete).some((natural) => filter[natural] !== undefined))
    return [findKey(concrete, filter, context)];
  const flat = [...inputs, ...inputs.flatMap(({ parts }) => parts)];
  const ids =
    name === undefined ? undefined : flat.find((input) => input.name === `${name}s` && Array.isArray(input.value));
  return ids && (ids.value as unknown[]).filter((id) => id !== null).map(String);
}
