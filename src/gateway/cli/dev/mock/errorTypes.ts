import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

const ERROR_NAME = /(errors?|failures?|problems?|violations?|exceptions?|notfound|denied|forbidden|unauthorized)$/i;

/** Whether objects of the type are errors, by its name or that of an interface. */
export function isErrorType(type: GraphQLNamedType): boolean {
  if (ERROR_NAME.test(type.name)) return true;
  return (
    (isObjectType(type) || isInterfaceType(type)) && type.getInterfaces().some(({ name }) => ERROR_NAME.test(name))
  );
}

/** Whether a value of the field says that something failed. */
export function isErrorField({ name, type }: { name: string; type: GraphQLOutputType }): boolean {
  return ERROR_NAME.test(name) || isErrorType(getNamedType(type));
}

/** The types without those of errors; all of them where there are no others. */
export function withoutErrors(types: readonly GraphQLObjectType[]): readonly GraphQLObjectType[] {
  const others = types.filter((type) => !isErrorType(type));
  return others.length > 0 ? others : types;
}
