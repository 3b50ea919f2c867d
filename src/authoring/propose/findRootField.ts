// Which field of a schema a person means, by its name or its coordinate.
import type { GraphQLSchema } from 'graphql';
import { suggest } from '../../gateway/base/errors/nearNames.ts';
import { UsageError } from '../../project/UsageError.ts';
import { listRootFields } from './draftField.ts';
import { camelCase, splitWords } from './naming/words.ts';

/** The schema coordinate of a root field: that of `user` is `Query.user`. Throws a UsageError where there is none, or more than one. */
export function findRootField(schema: GraphQLSchema, field: string): string {
  const all = listRootFields(schema);
  const found = all.filter((candidate) => candidate === field || nameOf(candidate) === field);
  if (found.length > 1) throw new UsageError(`"${field}" is in more than one type; write ${found.join(' or ')}.`);
  if (found[0] !== undefined) return found[0];
  if (schema.getSubscriptionType()?.getFields()[nameOf(field)]) {
    throw new UsageError(`"${field}" is a subscription, which no endpoint can serve yet.`);
  }
  const isCoordinate = field.includes('.') && !isRoute(field);
  const hint = isCoordinate ? suggest(field, all, 'fields') : suggest(fieldOf(field), all.map(nameOf), 'fields');
  throw new UsageError(`The schema has no root field "${field}"${hint}`);
}

/** Whether a text is a path, or the name of a file. */
export function isRoute(text: string): boolean {
  return text.includes('/') || text.endsWith('.graphql');
}

/** The name of a field without its type: `user` of `Query.user`. */
function nameOf(coordinate: string): string {
  return coordinate.slice(coordinate.lastIndexOf('.') + 1);
}

/** The field that an operation, a file or a path is probably for: `orderLines` of `listOrderLines` and `/v1/order-lines`. */
function fieldOf(text: string): string {
  const segments = text.replace(/\.graphql$/, '').split('/');
  const words = splitWords(segments.findLast((segment) => /^[^:{]/.test(segment)) ?? '');
  return camelCase(words.filter((word, at) => at > 0 || !/^(?:get|list|find|fetch|read|load)$/.test(word)));
}
