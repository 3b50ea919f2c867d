import type { GraphQLSchema } from 'graphql';
import { listValues } from '../../errors/listValues.ts';
import { UsageError } from '../UsageError.ts';
import { listRootFields } from './listRootFields.ts';
import { nameOf } from './nameOf.ts';
import { suggestFields } from './suggestFields.ts';

/** The schema coordinate of a root field: that of `user` is `Query.user`. Throws a UsageError where there is none, or more than one. */
export function findRootField(schema: GraphQLSchema, field: string): string {
  const all = listRootFields(schema);
  const found = all.filter((each) => each === field || nameOf(each) === field);
  if (found.length > 1) throw new UsageError(`"${field}" is in more than one type; write ${found.join(' or ')}.`);
  if (found[0] !== undefined) return found[0];
  const subscription = schema.getSubscriptionType();
  if (subscription?.getFields()[nameOf(field)]) {
    throw new UsageError(`"${field}" is a subscription, which no endpoint can serve yet.`);
  }
  const nearest = suggestFields(schema, field).map((each) => `"${each}"`);
  const known = nearest.length > 0 ? `did you mean ${nearest.join(' or ')}?` : `known fields are ${listValues(all)}.`;
  throw new UsageError(`The schema has no root field "${field}"; ${known}`);
}
