import { type GraphQLSchema, isInputObjectType, isRequiredArgument, isRequiredInputField } from 'graphql';
import type { ApiPlan } from './ApiPlan.ts';
import { defineCoordinate, resolveCoordinate } from './defineCoordinate.ts';

/** Why a schema does not fit a plan: one sentence for each coordinate that it defines in another way. Empty if it fits. */
export function findMisfits({ coordinates }: Pick<ApiPlan, 'coordinates'>, schema: GraphQLSchema): string[] {
  const missing = new Set<string>();
  return Object.entries(coordinates).flatMap(([coordinate, definition]) => {
    const actual = defineCoordinate(schema, coordinate);
    if (actual === undefined) {
      missing.add(coordinate);
      // A type that does not exist has no fields, and a field no arguments: its absence is said once.
      if (missing.has(parentOf(coordinate))) return [];
      return [`${coordinate} does not exist in this schema; the plan was built for ${definition}.`];
    }
    const changed =
      actual === definition ? [] : [`${coordinate} is ${actual} in this schema; the plan was built for ${definition}.`];
    const required = requiredWithin(schema, coordinate).filter((each) => !Object.hasOwn(coordinates, each));
    return [
      ...changed,
      ...required.map((each) => `${each} is required in this schema; the plan was built without it.`),
    ];
  });
}

/** The coordinates of the arguments of a field, and of the fields of an input object, that must be given. */
function requiredWithin(schema: GraphQLSchema, coordinate: string): string[] {
  const element = resolveCoordinate(schema, coordinate);
  if (element?.kind === 'field') {
    return element.field.args.filter(isRequiredArgument).map(({ name }) => `${coordinate}(${name}:)`);
  }
  if (element?.kind !== 'type' || !isInputObjectType(element.type)) return [];
  const fields = Object.values(element.type.getFields());
  return fields.filter(isRequiredInputField).map(({ name }) => `${coordinate}.${name}`);
}

/** `User` of `User.name`, and `Query.user` of `Query.user(id:)`; the coordinate itself of a type, which is in nothing. */
function parentOf(coordinate: string): string {
  const end = Math.max(coordinate.lastIndexOf('('), coordinate.includes('(') ? -1 : coordinate.lastIndexOf('.'));
  return end < 0 ? '' : coordinate.slice(0, end);
}
