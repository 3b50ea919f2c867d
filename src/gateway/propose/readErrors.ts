import { type GraphQLNamedType, getNamedType, isInterfaceType, isLeafType, isObjectType, isUnionType } from 'graphql';
import { type Field, isLeaf, selectableFields } from './schema/fields.ts';

const ERRORS = /^(?:errors?|(?:user|\w+)Errors?)$/;

/** Whether a field of a payload has the errors of the mutation. */
export function isErrors(field: Field): boolean {
  if (!ERRORS.test(field.name)) return false;
  const type = getNamedType(field.type);
  return isLeafType(type) ? type.name === 'String' : isErrorType(type) || /error/i.test(type.name);
}

/** Whether a type is an error, which a payload returns as data. */
export function isErrorType(type: GraphQLNamedType): boolean {
  if (isUnionType(type)) return ERROR_NAME.test(type.name);
  if (!isObjectType(type) && !isInterfaceType(type)) return false;
  const names = Object.keys(type.getFields());
  // An error has its message, if its type has one.
  if (names.includes('message') && !errorFields(type).includes('message')) return false;
  return ERROR_NAME.test(type.name) || (names.includes('message') && !names.includes('id') && names.length <= 4);
}

const ERROR_NAME = /(?:Error|Errors|Failure|Problem|Exception|Fault)$/;
const ERROR_FIELDS = ['field', 'path', 'message', 'code'];

/** What is selected of an error. */
export function errorFields(type: GraphQLNamedType): string[] {
  const fields = selectableFields(type).filter(isLeaf);
  const names = new Set(fields.map(({ name }) => name));
  return ERROR_FIELDS.filter((name) => names.has(name) && (name !== 'path' || !names.has('field')));
}

/** The selection of a field with errors, as the response of 400; undefined for another field, and without a message. */
export function errorText(field: Field): string | undefined {
  if (!isErrors(field)) return undefined;
  const type = getNamedType(field.type);
  if (isLeafType(type)) return `${field.name} @error(status: 400)`;
  const names = errorFields(type);
  if (!names.includes('message')) return undefined;
  return `${field.name} @error(status: 400) { ${names.join('\n')} }`;
}
