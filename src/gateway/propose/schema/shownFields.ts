import { type GraphQLNamedType, getNamedType } from 'graphql';
import { type Field, isInternal, isLeaf, selectableFields } from './fields.ts';

/** The fields of an object that its shape can have. */
export function shownFields(type: GraphQLNamedType): Field[] {
  return selectableFields(type).filter((field) => !isInternal(field));
}

/** The scalars of an object, the id first. */
export function leavesOf(fields: readonly Field[]): Field[] {
  const leaves = fields.filter(
    (field) => isLeaf(field) && getNamedType(field.type).name !== 'Upload' && !isMetadata(field),
  );
  return leaves.toSorted((a, b) => Number(b.name === 'id') - Number(a.name === 'id'));
}

/** A second way to metadata, which are there as a list: `metafields(keys)`. */
export function isMetadata({ name }: Field): boolean {
  return /^metafields?$/.test(name);
}
