// A difference as a sentence, for the report of breaking changes and for the page of changes alike.
import { type SecurityAlternatives, formatAlternatives } from '../SecurityAlternatives.ts';
import { writeJson } from '../../../http/losslessJson.ts';
import { BOUNDS, type Difference, type Member, type Subject } from './Difference.ts';
import { includesValue } from './compareValues.ts';

/** A path through JSON: `data[].user.name`. */
export function formatPath(path: readonly string[]): string {
  return path.reduce((text, name) => (name === '[]' || text === '' ? `${text}${name}` : `${text}.${name}`), '');
}

/** Words for people: `a, b and c`. */
export function formatList(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(words);
}

/** The difference, as a sentence about `place`. */
export function describeDifference(difference: Difference, place: string = placeOf(difference)): string {
  const sentence = SENTENCES[difference.subject](difference, place);
  return `${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`;
}

/** The place of a difference: the component and the path within it, or the part of the endpoint. */
export function placeOf({
  component,
  path,
  part,
  endpoint,
}: Pick<Difference, 'component' | 'path' | 'part' | 'endpoint'>): string {
  if (component) return `\`${formatPath([component.name, ...path.slice(path.length - component.depth)])}\``;
  if (path.length === 1 && path[0] === '[]') return `an item of the ${part}`;
  if (path.length > 0) return `\`${formatPath(path)}\` of the ${part}`;
  return part ? `the ${part}` : `\`${endpoint}\``;
}

const SENTENCES: Readonly<Record<Subject, (difference: Difference, place: string) => string>> = {
  server: ({ before, after }) => `the server URL was \`${before}\` and is now \`${after}\``,
  accepts: ({ name, before, after }) =>
    `the media type in Accept \`${name}\` was answered by ${formatValue(before)} and is now by ${formatValue(after)}`,
  endpoint: (difference) => membership(difference, `\`${difference.endpoint}\``),
  operationId: ({ before, after }) => `the operation \`${before}\` was renamed to \`${after}\``,
  tool: ({ endpoint, after }) => `\`${endpoint}\` is ${after ? 'now' : 'no longer'} a tool for agents`,
  security: ({ before, after }) =>
    `it required ${formatAlternatives(before as SecurityAlternatives)}, and now requires ${formatAlternatives(after as SecurityAlternatives)}`,
  scopes: ({ before, after }) =>
    `the required scopes were ${formatAlternatives(before as SecurityAlternatives)}, and are now ${formatAlternatives(after as SecurityAlternatives)}`,
  parameter: membership,
  serialization: (_, place) => `the serialization of ${place} has changed`,
  body: membership,
  mediaType: (difference, place) => membership(difference, `the media type \`${difference.name}\` of ${place}`),
  stream: ({ name, after }, place) =>
    `\`${name}\` of ${place} ${after ? 'was one page and is now the whole list' : 'was the whole list and is now one page'}`,
  status: membership,
  header: (difference, place) => membership(difference, `the header \`${difference.name}\` of ${place}`),
  required: ({ after }, place) => `${place} is now ${after ? 'required' : 'optional'}`,
  type: ({ before, after }, place) => `${place} was ${formatType(before)} and is now ${formatType(after)}`,
  null: ({ after }, place) => `${place} ${after ? 'can now be null' : 'can no longer be null'}`,
  catch: ({ after }, place) => `${place} ${after ? 'is now null' : 'is no longer null'} where reading it fails`,
  variant: ({ before, after }, place) =>
    before === undefined ? `${place} can now also be \`${after}\`` : `${place} can no longer be \`${before}\``,
  property: membership,
  enum: (difference, place) => {
    const [before, after] = [difference.before as unknown[] | undefined, difference.after as unknown[] | undefined];
    if (!before) return `${place} could be any value and can now only be ${formatValues(after)}`;
    if (!after) return `${place} was one of ${formatValues(before)} and can now be any value`;
    const added = after.filter((value) => !includesValue(before, value));
    const removed = before.filter((value) => !includesValue(after, value));
    const sentences = [
      added.length > 0 && `can now be ${formatValues(added)}`,
      removed.length > 0 && `can no longer be ${formatValues(removed)}`,
    ].filter(Boolean);
    return `${place} ${sentences.join(' and ') || 'lists its values in another order'}`;
  },
  default: keyword,
  lowerBound: bound,
  upperBound: bound,
  constraint: keyword,
};

function keyword({ name, before, after }: Difference, place: string): string {
  return `the ${name} of ${place} was ${formatValue(before)} and is now ${formatValue(after)}`;
}

function membership({ before, after, use }: Difference, place: string): string {
  if (after === undefined) return `${place} was removed`;
  const isRequired = before === undefined && use === 'request' && (after as Member).required;
  return `${place} was added${isRequired ? ' and is required' : ''}`;
}

function bound({ name, before, after }: Difference, place: string): string {
  const format = (limit: unknown) => (limit === undefined ? 'unbounded' : BOUNDS[name]!.replace('#', String(limit)));
  return `${place} was ${format(before)} and is now ${format(after)}`;
}

function formatType(type: unknown): string {
  if (type === undefined) return 'of any type';
  return `${/^[aeiou]/.test(String(type)) ? 'an' : 'a'} ${String(type)}`;
}

function formatValues(list: readonly unknown[] | undefined): string {
  return (list ?? []).map(formatValue).join(', ');
}

function formatValue(value: unknown): string {
  return value === undefined ? 'none' : `\`${writeJson(value)}\``;
}
