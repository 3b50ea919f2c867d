import { type GraphQLNamedType, getNamedType } from 'graphql';
import { type Field, idOf, isInternal, isLeaf, selectableFields } from './fields.ts';

/** The fields of an object that its shape can have, of two ids that of clients. */
export function shownFields(type: GraphQLNamedType): Field[] {
  const id = idOf(type);
  return selectableFields(type).filter(
    (field) => !isInternal(field) && (field.name !== 'id' || field === (id ?? field)),
  );
}

/** The scalars of an object, the id first. */
export function leavesOf(type: GraphQLNamedType): Field[] {
  const id = idOf(type);
  const leaves = shownFields(type).filter(
    (field) => isLeaf(field) && getNamedType(field.type).name !== 'Upload' && !isMetadata(field),
  );
  return leaves.toSorted((a, b) => Number(b === id) - Number(a === id));
}

/** A second way to metadata, which are there as a list: `metafields(keys)`. */
export function isMetadata({ name }: Field): boolean {
  return /^metafields?$/.test(name);
}
