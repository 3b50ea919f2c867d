import { type GraphQLOutputType, getNullableType, isInterfaceType, isNonNullType, isObjectType } from 'graphql';

/** What is at the end of a dotted path of fields. */
export interface FollowedFields {
  type: GraphQLOutputType;
  /** Whether anything on the path can be null. */
  nullable: boolean;
}

/** The first field of a path that is not there, and the type without it. */
export interface MissingField {
  missing: string;
  type: GraphQLOutputType;
}

/** Follows a dotted path of fields from a type, through objects and off lists. */
export function followFields(from: GraphQLOutputType, path: string): FollowedFields | MissingField {
  let type = from;
  let nullable = false;
  for (const name of path.split('.')) {
    const object = getNullableType(type);
    const field = isObjectType(object) || isInterfaceType(object) ? object.getFields()[name] : undefined;
    if (!field) return { missing: name, type };
    type = field.type;
    nullable ||= !isNonNullType(type);
  }
  return { type, nullable };
}
