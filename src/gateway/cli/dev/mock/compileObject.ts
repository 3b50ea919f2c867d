import { GraphQLError, type GraphQLObjectType, getNamedType, isNonNullType } from 'graphql';
import type { FieldPlace, MakeField } from './FieldPlace.ts';
import { findKey } from './findKey.ts';
import { hashText } from './hashText.ts';
import { LIST_LENGTH } from './indexOfKey.ts';
import { isEntity, keyField } from './keyFields.ts';
import type { MockContext } from './MockContext.ts';
import { mockObject } from './MockObject.ts';
import { readFilter } from './readFilter.ts';
import { type GivenInput, readInputs } from './readInputs.ts';

/** Compiles a field that is one object: the one that the arguments identify, or any. */
export function compileObject(place: FieldPlace): MakeField {
  const { parent, field, context } = place;
  const target = getNamedType(field.type);
  const concrete = context.concrete(target);
  const isRoot = parent === context.schema.getQueryType();
  const keyOf = (key: string, values: Readonly<Record<string, unknown>>): string => {
    if (concrete && Object.keys(values).length > 0) return findKey(concrete, values, context);
    if (!concrete || !isEntity(concrete)) return `${key}.${field.name}`;
    return context.keyAt(target, isRoot ? 1 : 1 + (hashText(`${parent.name}.${field.name}:${key}`) % LIST_LENGTH));
  };
  return (key, args) => {
    const inputs = readInputs(field.args, args);
    const values = concrete ? identifyingValues(inputs, concrete, context) : {};
    const found = keyOf(key, values);
    const isDeleted = concrete !== undefined && context.state.isDeleted(concrete.name, found);
    if (isDeleted && !isNonNullType(field.type)) return null;
    // An object that refers to a deleted one keeps it where it must have one.
    if (isDeleted && Object.keys(values).length > 0) {
      throw new GraphQLError(`No ${concrete.name} was found.`, { extensions: { code: 'NOT_FOUND' } });
    }
    return mockObject(target.name, found, values);
  };
}

/** The values in the arguments that identify one object; an ID under any name is its key where it is the only value. */
function identifyingValues(
  inputs: readonly GivenInput[],
  concrete: GraphQLObjectType,
  context: MockContext,
): Record<string, unknown> {
  const values = readFilter(inputs, concrete, context);
  const key = keyField(concrete);
  const ids = inputs.filter(({ leaf, isList, value }) => leaf?.name === 'ID' && !isList && value !== null);
  if (key !== undefined && values[key] === undefined && Object.keys(values).length === 0 && ids.length === 1) {
    values[key] = ids[0]!.value;
  }
  return values;
}
