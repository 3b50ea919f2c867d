// Filters of lists: which fields of an input object become query parameters, and how.
import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
} from 'graphql';
import { singularNoun } from './naming/inflection.ts';
import { type Words, camelCase, splitWords } from './naming/words.ts';
import { isRequired } from './schema/fields.ts';
import { inputObjectOf, isKeyOf, isSingleLeaf, isTextInput } from './schema/inputKeys.ts';

/** A field of a filter that clients fill by query parameters. */
export interface Filter {
  field: GraphQLInputField;
  /** The names of the parameters, and what they are of. A range has two. */
  leaves: readonly { name: string; input: GraphQLInputField }[];
  /** The value of the field, with these variables: `{ eq: $name }`. */
  text(variables: readonly string[]): string;
}

const MAX_FILTERS = 12;
const EQUALS = ['eq', '_eq', 'equals', 'equalTo', 'is'];
const RANGES = [
  ['gte', 'lte'],
  ['_gte', '_lte'],
  ['greaterThanOrEqualTo', 'lessThanOrEqualTo'],
  ['from', 'to'],
  ['gt', 'lt'],
  ['_gt', '_lt'],
  ['after', 'before'],
] as const;
const SIMPLE = new Set(['String', 'ID', 'Boolean', 'Int', 'Float', 'UUID', 'uuid', 'citext']);

/** What clients filter by, that what they use most first; by the name of the parameter, or of the field. */
const RANKS: readonly RegExp[] = [
  /^(?:search|q|query|term|status|state|type|kind|name|title|slug|code|sku|key|email|login|username|number|priority)$|^(?:created|updated)(?:At|On|Date)?$/,
  /^(?:assignee|author|owner|user|customer|creator|createdBy|team|project|parent|state|status|category|channel|collection|organization|company|account|group|label|tag|product|productType|order)(?:Ids?)?$|^ids$/,
  /(?:Status|State|Type|Kind|Code|Email|Number|Ids?|_id)$|^is[A-Z_]/,
  /(?:At|On|Date)$|^(?:active|enabled|published|archived|deleted)$/,
];
/** Long texts, and what other objects have. */
const RARE = /^(?:description|body|content|text|searchableContent|notes?|.*[mM]etadata|has[A-Z_].*)$/;

/** The simple fields of a filter, at most twelve, in the order of the schema; none is the key of the `owner` in the path. */
export function chooseFilters(
  type: GraphQLInputObjectType,
  fields: readonly GraphQLInputField[],
  owner?: Words,
): Filter[] {
  const found = fields
    // An object with an id has a path of its own.
    .filter((field) => !isRequired(field) && !isOperator(field) && !/^_?id$/i.test(field.name))
    .flatMap((field) => readFilter(field, type) ?? [])
    .filter(({ leaves }) => !owner || !leaves.some(({ name, input }) => isKeyOf(input, name, owner)));
  const chosen = new Set(found.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, MAX_FILTERS));
  return found.filter((candidate) => chosen.has(candidate));
}

/** Whether a field combines filters: `and`, `or`, `not`. */
export function isOperator({ name }: GraphQLInputField): boolean {
  return /^_?(?:and|or|not)$/i.test(name);
}

function rankOf({ field, leaves }: Filter): number {
  if (RARE.test(field.name)) return RANKS.length + 1;
  const names = [field.name, ...leaves.map(({ name }) => name)];
  const rank = RANKS.findIndex((pattern) => names.some((name) => pattern.test(name)));
  return rank >= 0 ? rank : isEnumType(getNamedType(leaves[0]!.input.type)) ? 2 : RANKS.length;
}

function readFilter(field: GraphQLInputField, type: GraphQLInputObjectType): Filter | undefined {
  if (isSimple(field)) return { field, leaves: [{ name: field.name, input: field }], text: ([name]) => name! };
  return readRange(field) ?? readComparator(field, type) ?? readReference(field);
}

/** `{ name: { eq: $name } }` */
function readComparator(field: GraphQLInputField, type: GraphQLInputObjectType): Filter | undefined {
  const leaf = inputObjectOf(field) === type ? undefined : findField(field, EQUALS);
  if (!leaf || !isSingleLeaf(leaf) || !isSimple(leaf)) return undefined;
  return { field, leaves: [{ name: field.name, input: leaf }], text: ([name]) => `{ ${leaf.name}: ${name} }` };
}

/** `{ createdAt: { gte: $createdAfter, lte: $createdBefore } }` */
function readRange(field: GraphQLInputField): Filter | undefined {
  const nested = findField(field, ['range']);
  const inner = nested && inputObjectOf(nested) ? nested : field;
  for (const [low, high] of RANGES) {
    const [from, to] = [findField(inner, [low]), findField(inner, [high])];
    if (!from || !to || !isMoment(from) || !isMoment(to)) continue;
    const base = field.name.replace(/(?<=.)(?:_?(?:at|on)|At|On|_?[dD]ate)$/, '');
    return {
      field,
      leaves: [
        { name: camelCase(splitWords(`${base}_after`)), input: from },
        { name: camelCase(splitWords(`${base}_before`)), input: to },
      ],
      text: ([after, before]) => {
        const range = `{ ${low}: ${after}, ${high}: ${before} }`;
        return inner === field ? range : `{ ${inner.name}: ${range} }`;
      },
    };
  }
  return undefined;
}

/** `{ team: { id: { eq: $teamId } } }`, `{ labels: { some: { id: { eq: $labelId } } } }` */
function readReference(field: GraphQLInputField): Filter | undefined {
  const some = findField(field, ['some']);
  const list = some && inputObjectOf(some) ? some : undefined;
  const id = findField(list ?? field, ['id']);
  if (!id) return undefined;
  const leaf = isSingleLeaf(id) ? id : findField(id, EQUALS);
  if (!leaf || !isSingleLeaf(leaf) || !isSimple(leaf)) return undefined;
  const words = splitWords(field.name);
  return {
    field,
    leaves: [{ name: camelCase([...(list ? singularNoun(words) : words), 'id']), input: leaf }],
    text: ([name]) => {
      const inner = `{ id: ${leaf === id ? name : `{ ${leaf.name}: ${name} }`} }`;
      return list ? `{ ${list.name}: ${inner} }` : inner;
    },
  };
}

/** The first of these fields of an input object that may be empty: no parameter of a filter is required. */
function findField(field: GraphQLInputField, names: readonly string[]): GraphQLInputField | undefined {
  const object = inputObjectOf(field);
  if (!object || object.isOneOf) return undefined;
  const all = Object.values(object.getFields());
  if (all.some(isRequired)) return undefined;
  return names.map((name) => all.find((candidate) => candidate.name === name)).find((found) => found);
}

function isMoment({ type }: GraphQLInputField): boolean {
  return isSingleLeaf({ type }) && /date|time/i.test(getNamedType(type).name);
}

function isSimple(field: GraphQLInputField): boolean {
  const type = getNamedType(field.type);
  const inner = getNullableType(field.type);
  // A list of a list has no spelling.
  if (isListType(inner) && isListType(getNullableType(inner.ofType))) return false;
  return isTextInput(field) && (SIMPLE.has(type.name) || isEnumType(type));
}
