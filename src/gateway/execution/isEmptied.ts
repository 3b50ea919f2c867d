import { Kind, type ValueNode } from 'graphql';

/**
 * Whether nothing is left of a value without its absent variables: it has variables, all of them are absent, and it has no
 * constant. An object or a list that is written empty is a constant.
 */
export function isEmptied(value: ValueNode, isAbsent: (variable: string) => boolean): boolean {
  switch (value.kind) {
    case Kind.VARIABLE:
      return isAbsent(value.name.value);
    case Kind.OBJECT:
      return value.fields.length > 0 && value.fields.every((field) => isEmptied(field.value, isAbsent));
    case Kind.LIST:
      return value.values.length > 0 && value.values.every((item) => isEmptied(item, isAbsent));
    default:
      return false;
  }
}
