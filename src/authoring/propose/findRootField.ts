// Which field of a schema a person means: by its name, its coordinate, or the route of an endpoint.
import { distance } from 'fastest-levenshtein';
import { type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';
import { listValues } from '../../gateway/errors/nearNames.ts';
import { UsageError } from '../../project/UsageError.ts';
import { listRootFields } from './draftField.ts';
import { singularNoun } from './naming/inflection.ts';
import { camelCase, pascalCase, splitWords } from './naming/words.ts';

/** The schema coordinate of a root field: that of `user` is `Query.user`. Throws a UsageError where there is none, or more than one. */
export function findRootField(schema: GraphQLSchema, field: string): string {
  const all = listRootFields(schema);
  const found = all.filter((candidate) => candidate === field || nameOf(candidate) === field);
  if (found.length > 1) throw new UsageError(`"${field}" is in more than one type; write ${found.join(' or ')}.`);
  if (found[0] !== undefined) return found[0];
  const subscription = schema.getSubscriptionType();
  if (subscription?.getFields()[nameOf(field)]) {
    throw new UsageError(`"${field}" is a subscription, which no endpoint can serve yet.`);
  }
  const nearest = suggestFields(schema, field).map((name) => `"${name}"`);
  const hint = nearest.length > 0 ? `did you mean ${nearest.join(' or ')}?` : `known fields are ${listValues(all)}.`;
  throw new UsageError(`The schema has no root field "${field}"; ${hint}`);
}

/** The name of a field without its type: `user` of `Query.user`. */
function nameOf(coordinate: string): string {
  return coordinate.slice(coordinate.lastIndexOf('.') + 1);
}

const MAX_SUGGESTIONS = 3;

/** The first words of the names of operations that are not those of their fields. */
const READS = new Set(['get', 'list', 'find', 'fetch', 'read', 'load', 'search']);
/** The verbs in the names of fields for a method. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  POST: ['create', 'add'],
  PUT: ['update'],
  PATCH: ['update'],
  DELETE: ['delete', 'remove'],
};

/** An operation, a file or a path, with the method before it: `GET /v1/users/{id}`. */
interface Route {
  method: string;
  /** Those between slashes, without the version and the extension. */
  segments: readonly string[];
}

/**
 * The fields that a text was probably meant for, the nearest first: a field that is misspelled, or the name, the file or the path of an
 * endpoint. Those of objects are coordinates, as `User.posts`, and root fields too where the text is one.
 */
export function suggestFields(schema: GraphQLSchema, text: string): string[] {
  const route = parseRoute(text);
  const nested = findNested(schema, route);
  if (nested !== undefined) return [nested];
  const wanted = wordings(route).map((words) => words.join(''));
  const near = listRootFields(schema)
    .map((coordinate) => ({ coordinate, ...compare(nameOf(coordinate).toLowerCase().replaceAll('_', ''), wanted) }))
    .filter(({ isNear }) => isNear)
    .sort((a, b) => a.away - b.away)
    .slice(0, MAX_SUGGESTIONS);
  const isCoordinate = !isRoute(text) && text.includes('.');
  return near.map(({ coordinate }) => (isCoordinate ? coordinate : nameOf(coordinate)));
}

/** Whether a text is a path, or the name of a file. */
export function isRoute(text: string): boolean {
  return text.includes('/') || text.endsWith('.graphql');
}

function parseRoute(text: string): Route {
  const [, method = '', path = ''] = /^(?:([A-Za-z]+)\s+)?(.*)$/s.exec(text.trim())!;
  const segments = path.replace(/\?.*$|\.graphql$/s, '').split('/');
  return {
    method: method.toUpperCase(),
    segments: segments.filter((segment) => segment !== '' && !/^v\d+$/.test(segment)),
  };
}

const isPlaceholder = (segment: string): boolean => /^[:{]/.test(segment);

/** `User.posts` of `/users/{id}/posts`, `User.post` of `/users/{id}/posts/{postId}`; undefined where the schema has no such field. */
function findNested(schema: GraphQLSchema, { segments }: Route): string | undefined {
  const [owner, list, ...others] = segments.filter((segment) => !isPlaceholder(segment));
  const at = segments.indexOf(list!);
  if (list === undefined || others.length > 0 || at < 2 || isPlaceholder(segments[0]!)) return undefined;
  const type = schema.getType(pascalCase(singularNoun(splitWords(owner!))));
  const words = splitWords(list);
  const name = camelCase(at < segments.length - 1 ? singularNoun(words) : words);
  const isObject = isObjectType(type) || isInterfaceType(type);
  return isObject && type.getFields()[name] ? `${type.name}.${name}` : undefined;
}

/** The words that the field may have, instead of those of an operation or a path. */
function wordings({ method, segments }: Route): string[][] {
  const literals = segments.filter((segment) => !isPlaceholder(segment));
  const words = splitWords(nameOf(literals.at(-1) ?? ''));
  const [first = '', ...rest] = words;
  const noun = singularNoun(words);
  const verbs = VERBS[method] ?? [];
  if (verbs.length > 0)
    return verbs.flatMap((verb) => [
      [verb, ...noun],
      [...noun, verb],
    ]);
  if (segments.length > 0 && isPlaceholder(segments.at(-1)!)) return [noun];
  // userCreate is createUser.
  if (rest.length > 0)
    return READS.has(first) ? [rest, words] : [words, [...rest, first], [words.at(-1)!, ...words.slice(0, -1)]];
  return [words];
}

/** How far a name is away from the nearest of these, and whether that is near. */
function compare(name: string, wanted: readonly string[]): { away: number; isNear: boolean } {
  const compared = wanted.map((word) => {
    const away = distance(word, name);
    return { away, isNear: (word !== '' && name.includes(word)) || away <= Math.max(2, Math.floor(word.length / 3)) };
  });
  return compared.toSorted((a, b) => Number(b.isNear) - Number(a.isNear) || a.away - b.away)[0]!;
}
