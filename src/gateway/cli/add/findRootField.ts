import { distance } from 'fastest-levenshtein';
import type { GraphQLSchema } from 'graphql';
import { listValues } from '../../errors/listValues.ts';
import { UsageError } from '../UsageError.ts';
import { listRootFields } from './listRootFields.ts';

const MAX_SUGGESTIONS = 3;

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
  const nearest = nearestNames(field, all);
  const known = nearest.length > 0 ? `did you mean ${nearest.join(' or ')}?` : `known fields are ${listValues(all)}.`;
  throw new UsageError(`The schema has no root field "${field}"; ${known}`);
}

/** The names, or coordinates, that this was probably meant for, the nearest first. */
function nearestNames(field: string, coordinates: readonly string[]): string[] {
  const wanted = nameOf(field).toLowerCase();
  const near = coordinates
    .map((coordinate) => ({ coordinate, name: nameOf(coordinate).toLowerCase() }))
    .map(({ coordinate, name }) => ({ coordinate, away: distance(wanted, name), isPart: name.includes(wanted) }))
    .filter(({ away, isPart }) => isPart || away <= Math.max(2, Math.floor(wanted.length / 3)))
    .sort((a, b) => a.away - b.away)
    .slice(0, MAX_SUGGESTIONS);
  return near.map(({ coordinate }) => `"${field.includes('.') ? coordinate : nameOf(coordinate)}"`);
}

function nameOf(coordinate: string): string {
  return coordinate.slice(coordinate.lastIndexOf('.') + 1);
}
