import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { keyField } from './keyFields.ts';

/** Not so `userOrError`, which is the result of a mutation. */
const ERROR_NAME = /((?<!Or)[Ee]rrors?|[Nn]ot[Ff]ound|[Dd]enied|[Ff]orbidden|[Uu]nauthorized)$/;
/** What can also be an object of the API. */
const PROBLEM_NAME = /(failures?|problems?|violations?|exceptions?)$/i;

/** Whether objects of the type are errors, by its name or that of an interface. */
export function isErrorType(type: GraphQLNamedType): boolean {
  const isNamed = ({ name }: GraphQLNamedType) =>
    ERROR_NAME.test(name) || (PROBLEM_NAME.test(name) && keyField(type) === undefined);
  return isNamed(type) || ((isObjectType(type) || isInterfaceType(type)) && type.getInterfaces().some(isNamed));
}

/** Whether a value of the field says that something failed. */
export function isErrorField({ name, type }: { name: string; type: GraphQLOutputType }): boolean {
  const named = getNamedType(type);
  return ERROR_NAME.test(name) || isErrorType(named) || (PROBLEM_NAME.test(name) && keyField(named) === undefined);
}

/** The types without those of errors; all of them where there are no others. */
export function withoutErrors(types: readonly GraphQLObjectType[]): readonly GraphQLObjectType[] {
  const others = types.filter((type) => !isErrorType(type));
  return others.length > 0 ? others : types;
}
