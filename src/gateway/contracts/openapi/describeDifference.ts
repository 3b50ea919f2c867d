// Says in a sentence what differs, for the report of broken contracts and for the page of changes alike.
import type { Difference, Member, Subject } from './Difference.ts';
import { type Ways, waysInWords } from '../ways.ts';

/** Where a difference stands: the shape and the way to it, or the part of the endpoint. */
function nameOfPlace({ shape, path, part, endpoint }: Difference): string {
  if (shape) return `\`${pathText([shape.name, ...path.slice(path.length - shape.depth)])}\``;
  if (path.length === 1 && path[0] === '[]') return `an item of the ${part}`;
  if (path.length > 0) return `\`${pathText(path)}\` of the ${part}`;
  return part ? `the ${part}` : `\`${endpoint}\``;
}

/** A way through JSON: `data[].user.name`. */
export function pathText(path: readonly string[]): string {
  return path.reduce((text, name) => (name === '[]' || text === '' ? `${text}${name}` : `${text}.${name}`), '');
}

/** What differs, as a sentence about `place`. */
export function describeDifference(difference: Difference, place: string = nameOfPlace(difference)): string {
  const sentence = SENTENCES[difference.subject](difference, place);
  return `${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`;
}

type Say = (difference: Difference, place: string) => string;

const SENTENCES: Readonly<Record<Subject, Say>> = {
  server: ({ before, after }) => `the paths began with \`${before}\` and begin with \`${after}\` now`,
  endpoint: ({ endpoint, before }) => `\`${endpoint}\` is ${before === undefined ? 'new' : 'gone'}`,
  operationId: ({ before, after }) => `the operation \`${before}\` is called \`${after}\` now`,
  security: ({ before, after }) =>
    `it asked for ${waysInWords(before as Ways)}, and asks for ${waysInWords(after as Ways)} now`,
  scopes: ({ before, after }) =>
    `the scopes were ${waysInWords(before as Ways)}, and are ${waysInWords(after as Ways)} now`,
  parameter: arrival,
  serialisation: (_, place) => `${place} is written in another way now`,
  body: arrival,
  mediaType: ({ name, before }, place) =>
    before === undefined ? `${place} can be \`${name}\` too now` : `${place} cannot be \`${name}\` any more`,
  status: ({ before }, place) => `${place} is ${before === undefined ? 'new' : 'gone'}`,
  header: ({ name, before }, place) => `the header \`${name}\` of ${place} is ${before === undefined ? 'new' : 'gone'}`,
  required: ({ after }, place) => `${place} ${after ? 'must be there' : 'may be absent'} now`,
  type: ({ before, after }, place) => `${place} was ${typeInWords(before)} and is ${typeInWords(after)} now`,
  null: ({ after }, place) => `${place} ${after ? 'can be null now' : 'cannot be null any more'}`,
  form: ({ before, after }, place) =>
    before === undefined
      ? `${place} has a further form now, \`${after}\``
      : `${place} has no form \`${before}\` any more`,
  property: arrival,
  furtherProperties: ({ before, after }, place) =>
    `${place} had ${furtherInWords(before)} and has ${furtherInWords(after)} now`,
  enum: (difference, place) => {
    const [before, after] = [difference.before as unknown[] | undefined, difference.after as unknown[] | undefined];
    if (!before) return `${place} was not bound to a list of values and can only be ${values(after)} now`;
    if (!after) return `${place} was one of ${values(before)} and is not bound to a list of values now`;
    const gained = after.filter((value) => !before.includes(value));
    const lost = before.filter((value) => !after.includes(value));
    const sentences = [
      ...(gained.length > 0 ? [`can be ${values(gained)} now`] : []),
      ...(lost.length > 0 ? [`cannot be ${values(lost)} any more`] : []),
    ];
    return `${place} ${sentences.join(' and ') || 'lists its values in another order'}`;
  },
  default: ({ before, after }, place) => `the default of ${place} was ${literal(before)} and is ${literal(after)} now`,
  lowerBound: bound,
  upperBound: bound,
  constraint: ({ name, before, after }, place) =>
    `the ${name} of ${place} was ${literal(before)} and is ${literal(after)} now`,
};

function arrival({ before, after, use }: Difference, place: string): string {
  if (after === undefined) return `${place} is gone`;
  const mustBeSent = before === undefined && use === 'request' && (after as Member).required;
  return `${place} is new${mustBeSent ? ' and required' : ''}`;
}

/** Bounds in words: with their number in place of `#`. */
const BOUND_IN_WORDS: Readonly<Record<string, string>> = {
  minimum: 'at least #',
  exclusiveMinimum: 'more than #',
  minLength: 'at least # characters long',
  minItems: 'at least # items long',
  minProperties: 'at least # properties large',
  maximum: 'at most #',
  exclusiveMaximum: 'less than #',
  maxLength: 'at most # characters long',
  maxItems: 'at most # items long',
  maxProperties: 'at most # properties large',
};

function bound({ name, before, after }: Difference, place: string): string {
  const words = (limit: unknown) =>
    limit === undefined ? 'not bounded so' : (BOUND_IN_WORDS[name] ?? `${name} #`).replace('#', String(limit));
  return `${place} was ${words(before)} and is ${words(after)} now`;
}

function typeInWords(type: unknown): string {
  if (type === undefined) return 'anything';
  return `${/^[aeiou]/.test(String(type)) ? 'an' : 'a'} ${String(type)}`;
}

function furtherInWords(further: unknown): string {
  if (further === false) return 'only the properties that are named';
  return further === true ? 'properties of any name' : 'properties of any name and one schema';
}

function values(list: readonly unknown[] | undefined): string {
  return (list ?? []).map(literal).join(', ');
}

function literal(value: unknown): string {
  return value === undefined ? 'none' : `\`${JSON.stringify(value)}\``;
}
