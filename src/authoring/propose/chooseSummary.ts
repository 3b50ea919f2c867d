// What a list shows of its items.
import { type GraphQLNamedType, getNamedType, isEnumType, isNonNullType } from 'graphql';
import { type Field, idOf, isList, leavesOf } from './schema/fields.ts';

const MAX_SUMMARY = 12;
const MIN_SUMMARY = 4;
/** What a summary has of an object, required or not. */
const KEY =
  /^(?:id|name|title|slug|login|username|number|key|code|sku|identifier|displayName|fullName|nameWithOwner|state|status|type|kind|email|label|url|href)$/;
const TITLE = /^(?:name|title|displayName|fullName|subject)$/;
/** What an object without a title says. */
const BODY = /^(?:body|text|content|message|lastMessage|comment|note)$/;
const FACT =
  /^(?:date|price)$|^(?:artist|author|owner|creator)Names?$|^(?:avatar|image|photo|picture|logo|thumbnail)(?:Ur[li]|URL|_url)$/;
const DATE = /(?:At|On|Date|_at|_on|_date)$|^(?:created|updated)$/;
const FLAG = /^is[A-Z_]|(?:Count|_count)$/;
/** Long texts, secrets, what depends on the caller, and how an object is set up. */
const DETAIL =
  /about|description|body|content|html|markdown|text|note|message|summary|comment|biography|diff|patch|raw|token|secret|^viewer[A-Z_]|Settings?$/i;

/**
 * The scalars of the items of a list, in the order of the type: keys and names; the text that says what the object is, its image, price and
 * date; and of the others dates, enums, and what is required.
 */
export function chooseSummary(type: GraphQLNamedType): readonly Field[] {
  const leaves = leavesOf(type);
  const id = idOf(type);
  const text = definitionOf(leaves);
  const ranked = leaves
    .filter((field) => !isList(field))
    .flatMap((field) => {
      if (field === id || KEY.test(field.name)) return [{ field, rank: 0 }];
      if (field === text) return [{ field, rank: 1 }];
      const isDetail = DETAIL.test(field.name) && !DATE.test(field.name) && !FLAG.test(field.name);
      return isDetail ? [] : [{ field, rank: rankOf(field) }];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .filter(({ rank }, at) => at < (rank < UNRANKED ? MAX_SUMMARY : MIN_SUMMARY));
  const chosen = new Set(ranked.map(({ field }) => field));
  return leaves.filter((field) => chosen.has(field));
}

/** The text that says what an object is: its description, or the body of one without a title. */
function definitionOf(leaves: readonly Field[]): Field | undefined {
  const description = leaves.find(({ name }) => name === 'description');
  if (description || leaves.some(({ name }) => TITLE.test(name))) return description;
  return leaves.find(({ name }) => BODY.test(name));
}

const UNRANKED = 9;
/** Flags and links, which come last of what is required. */
const MINOR = /^has[A-Z_]|(?:Ur[li]|UR[LI]|Path|Oid|_url|_path)$/;

/** How much a scalar says of an object, 1 being the most. */
function rankOf({ name, type }: Field): number {
  if (FACT.test(name)) return 1;
  const isOptional = isNonNullType(type) ? 0 : 1;
  if (DATE.test(name)) return 2 + 4 * isOptional;
  if (isEnumType(getNamedType(type))) return 3 + 4 * isOptional;
  if (FLAG.test(name)) return 5 + 2 * isOptional;
  if (isOptional) return UNRANKED;
  return MINOR.test(name) || getNamedType(type).name === 'Boolean' ? 6 : 4;
}
