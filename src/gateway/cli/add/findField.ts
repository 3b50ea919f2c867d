import { type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';
import { unknownName } from '../../errors/unknownName.ts';
import { UsageError } from '../UsageError.ts';
import { findRootField } from './findRootField.ts';
import { isRoute } from './suggestFields.ts';

/**
 * The schema coordinate of a field that an endpoint can be for: a root field, as `user` or `Query.user`, or a field of an object,
 * as `User.posts`. Throws a UsageError where there is none.
 */
export function findField(schema: GraphQLSchema, field: string): string {
  if (isRoute(field)) return findRootField(schema, field);
  const [name = '', fieldName] = field.split('.');
  const type = schema.getType(name);
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  if (fieldName !== undefined && !type) {
    throw new UsageError(unknownName('type', name, Object.keys(schema.getTypeMap()), ` in "${field}"`));
  }
  const isObject = isObjectType(type) || isInterfaceType(type);
  if (fieldName === undefined || !isObject || (roots as unknown[]).includes(type)) return findRootField(schema, field);
  const fields = Object.keys(type.getFields());
  if (fields.includes(fieldName)) return field;
  throw new UsageError(
    unknownName(
      'field',
      field,
      fields.map((each) => `${name}.${each}`),
    ),
  );
}
