// What a list shows of its items.
import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { isOperator } from './chooseFilters.ts';
import { singularNoun } from './naming/inflection.ts';
import { splitWords } from './naming/words.ts';
import { type Field, idOf, isList, leavesOf, usableInputs } from './schema/fields.ts';
import { isPaging, readConnection } from './schema/readConnection.ts';

/** The most scalars that are keys, that say what an object is, or that lists name; and the most that others fill up to. */
const MAX_NAMED = 12;
const MAX_SUMMARY = 10;
const MIN_SUMMARY = 4;
/** What a summary has of an object, required or not. */
const KEY =
  /^(?:id|name|title|slug|login|username|number|key|code|sku|identifier|displayName|fullName|nameWithOwner|state|status|type|kind|email|label|url|href)$/;
const TITLE = /^(?:name|title|displayName|fullName|subject)$/;
/** What an object without a title says, the first of these. */
const TEXTS = ['body', 'text', 'content', 'message', 'lastMessage', 'comment', 'note'];
const IMAGE = /^(?:avatar|image|photo|picture|logo|thumbnail)(?:Ur[li]|URL|_url)$/;
const DATE = /(?:At|On|Date|_at|_on|_date)$|^(?:date|created|updated)$/;
const FACT = /^(?:date|price)$|^(?:artist|author|owner|creator)Names?$/;
const FLAG = /^is[A-Z_]|(?:Count|_count)$/;
const ADDRESS = /(?:Ur[li]|UR[LI]|Path|Oid|_url|_path)$/;
const LONG_TEXT =
  /about|description|body|content|html|markdown|text|note|message|summary|comment|biography|diff|patch|raw|token|secret/i;
const SETTING = /Settings?$/;
/** What depends on the caller, how an object is set up, estimates, and how it came to be. */
const TRIVIA = /^viewer[A-Z_]|ViewType$|Settings?$|[eE]stimated\w*InCents$|^includes[A-Z]\w*Edit$|^createdViaEmail$/;

/** The names by which the lists of a type are sorted and filtered; see `nameKey`. */
export interface ListInputs {
  sorted: ReadonlySet<string>;
  filtered: ReadonlySet<string>;
}

/**
 * The scalars of the items of a list, in the order of the type: keys and names; the text that says what the object is, its image, price and
 * date; what lists are sorted by, then what they are filtered by; and of the others dates, enums, and what is required.
 */
export function chooseSummary(type: GraphQLNamedType, inputs: ListInputs | undefined): readonly Field[] {
  const leaves = leavesOf(type);
  const single = leaves.filter((field) => !isList(field));
  const id = idOf(type);
  const text = definitionOf(single);
  // Of an object of settings, they are what it says.
  const isOfSettings = 2 * single.filter(({ name }) => SETTING.test(name)).length > single.length;
  const isTrivial = (field: Field) => isTrivia(field) && !(isOfSettings && SETTING.test(field.name));
  const groupOf = (field: Field): number => {
    if (field === id || KEY.test(field.name)) return 0;
    if (field === text || IMAGE.test(field.name) || FACT.test(field.name)) return 1;
    if (inputs?.sorted.has(nameKey(field.name))) return 1;
    return inputs?.filtered.has(nameKey(field.name)) ? 2 : 3;
  };
  const ranked = single.flatMap((field) => {
    const group = groupOf(field);
    if (group > 0 && field !== text && isLongText(field)) return [];
    const rank = field === text ? 0 : isTrivial(field) ? undefined : rankOf(field);
    return group === 3 && rank === undefined ? [] : [{ field, group, rank: rank ?? LAST }];
  });
  const chosen = ranked
    .toSorted((a, b) => a.group - b.group || a.rank - b.rank)
    .filter(({ group }, at) => at < (group === 3 ? MAX_SUMMARY : MAX_NAMED));
  const shown = new Set(chosen.map(({ field }) => field));
  for (const field of single.toSorted((a, b) => Number(isTrivial(a)) - Number(isTrivial(b)))) {
    if (shown.size >= MIN_SUMMARY) break;
    if (!isLongText(field)) shown.add(field);
  }
  return leaves.filter((field) => shown.has(field));
}

/** By what the lists of each type are sorted and filtered, wherever they are; by the name of the type. */
export function readListInputs(schema: GraphQLSchema): ReadonlyMap<string, ListInputs> {
  const found = new Map<string, Record<keyof ListInputs, Set<string>>>();
  for (const type of Object.values(schema.getTypeMap())) {
    if ((!isObjectType(type) && !isInterfaceType(type)) || type === schema.getMutationType()) continue;
    for (const field of Object.values(type.getFields())) {
      const item = field.args.length > 0 ? readConnection(field)?.item.name : undefined;
      if (item === undefined) continue;
      const inputs = found.get(item) ?? { sorted: new Set(), filtered: new Set() };
      found.set(item, inputs);
      for (const input of usableInputs(field.args)) {
        const isSort = /^(?:sort|order)/i.test(input.name);
        for (const name of namesIn(input, isSort)) inputs[isSort ? 'sorted' : 'filtered'].add(nameKey(name));
      }
    }
  }
  return found;
}

/** What an argument sorts by: values of an enum or names of fields; or what it filters by. */
function namesIn(argument: GraphQLArgument, isSort: boolean): string[] {
  const type = getNamedType(argument.type);
  const isDirection = (name: string) => /^(?:asc|desc)(?:ending)?$/i.test(name);
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const enums = isSort ? fields.map((field) => getNamedType(field.type)).filter(isEnumType) : [];
    const values = [...new Set(enums)].flatMap((enumType) => enumType.getValues().map(({ name }) => name));
    return values.some((name) => !isDirection(name) && !/^NULLS|_NULLS_/i.test(name))
      ? values.filter((name) => !isDirection(name))
      : fields.filter((field) => !isOperator(field)).map(({ name }) => name);
  }
  if (isSort) return isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
  return isPaging(argument) ? [] : [argument.name];
}

/** The same for `CREATED_AT_DESC`, `createdAt` and `created`, for `stargazers` and `stargazerCount`, `dueDate` and `dueOn`. */
function nameKey(name: string): string {
  let words: readonly string[] = splitWords(name).map((word) => word.toLowerCase());
  for (const last of [/^(?:asc|desc)$/, /^(?:at|on|date|count)$/]) {
    if (words.length > 1 && last.test(words.at(-1)!)) words = words.slice(0, -1);
  }
  return singularNoun(words).join(' ');
}

/** The text that says what an object is: its description, or the body of one without a title. */
function definitionOf(leaves: readonly Field[]): Field | undefined {
  const description = leaves.find(({ name }) => name === 'description');
  if (description || leaves.some(({ name }) => TITLE.test(name))) return description;
  return TEXTS.map((text) => leaves.find(({ name }) => name === text)).find((field) => field);
}

/** A rank for what nothing but a list names. */
const LAST = 11;

/** How much a scalar says of an object, 1 being the most; undefined for nothing. */
function rankOf(field: Field): number | undefined {
  const { name } = field;
  if (IMAGE.test(name) || FACT.test(name)) return 1;
  const type = getNamedType(field.type);
  const isRequired = isNonNullType(field.type);
  if (DATE.test(name)) return isRequired ? 2 : 7;
  if (isEnumType(type)) return isRequired ? 3 : 8;
  if (!isRequired) return FLAG.test(name) ? 9 : undefined;
  if (ADDRESS.test(name)) return 10;
  return type.name !== 'Boolean' ? 4 : FLAG.test(name) ? 5 : 6;
}

/** Not so `lastMessageAt` and `commentCount`. */
function isLongText({ name }: Field): boolean {
  return LONG_TEXT.test(name) && !DATE.test(name) && !FLAG.test(name);
}

function isTrivia({ name, type }: Field): boolean {
  return TRIVIA.test(name) || (name.endsWith('Title') && isEnumType(getNamedType(type)));
}
