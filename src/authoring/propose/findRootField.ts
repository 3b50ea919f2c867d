// Which field of a schema a person means, by its name or its coordinate.
import { distance } from 'fastest-levenshtein';
import type { GraphQLSchema } from 'graphql';
import { listValues } from '../../gateway/errors/nearNames.ts';
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
  const nearest = suggestFields(all, field).map((name) => `"${name}"`);
  const hint = nearest.length > 0 ? `did you mean ${nearest.join(' or ')}?` : `known fields are ${listValues(all)}.`;
  throw new UsageError(`The schema has no root field "${field}"; ${hint}`);
}

/** Whether a text is a path, or the name of a file. */
export function isRoute(text: string): boolean {
  return text.includes('/') || text.endsWith('.graphql');
}

/** The name of a field without its type: `user` of `Query.user`. */
function nameOf(coordinate: string): string {
  return coordinate.slice(coordinate.lastIndexOf('.') + 1);
}

const MAX_SUGGESTIONS = 3;

/** The fields with a name near to a text, the nearest first; of an operation, a file or a path, to its last words. */
function suggestFields(all: readonly string[], text: string): string[] {
  const literals = text
    .replace(/\.graphql$/, '')
    .split('/')
    .filter((segment) => /^[^:{]/.test(segment));
  const wanted = camelCase(splitWords(nameOf(literals.at(-1) ?? '')).filter((word, at) => at > 0 || !READ.test(word)));
  const near = all
    .map((coordinate) => ({ coordinate, name: nameOf(coordinate) }))
    .map((field) => ({ ...field, away: distance(wanted.toLowerCase(), field.name.toLowerCase()) }))
    .filter(
      ({ away, name }) =>
        wanted !== '' && (name.toLowerCase().includes(wanted.toLowerCase()) || away <= Math.max(2, wanted.length / 3)),
    )
    .toSorted((a, b) => a.away - b.away)
    .slice(0, MAX_SUGGESTIONS);
  return near.map(({ coordinate, name }) => (!isRoute(text) && text.includes('.') ? coordinate : name));
}

/** The first words of the names of operations that are not those of their fields. */
const READ = /^(?:get|list|find|fetch|read|load)$/;
