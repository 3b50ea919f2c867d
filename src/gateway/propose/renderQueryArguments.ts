import type { Skip } from './Draft.ts';
import type { VariableCollector } from './VariableCollector.ts';
import { holdsUpload, inputObjectOf, isTextInput } from './schema/inputs.ts';
import type { Placement } from './Placement.ts';
import { type Field, isRequired, usableInputs } from './schema/fields.ts';
import { isKeyOf, keyRank } from './schema/keys.ts';
import { type Connection, isPaging } from './schema/readConnection.ts';
import { renderFilter } from './renderFilter.ts';
import { renderSort } from './renderSort.ts';
import { leftOutComment } from './text/leftOutComment.ts';

/** The arguments of a query, those of pages left to `@paginate`. `comment` names the fields of filters that are left out. */
export function renderQueryArguments(
  field: Field,
  { keys, noun, isOwnerKey, owner }: Placement,
  connection: Connection | undefined,
  collector: VariableCollector,
): { arguments: string[]; keys: Map<string, string>; comment: string } | Skip {
  const parts = new Map<string, string>();
  const variables = new Map<string, string>();
  const isPaged = connection !== undefined && connection.styles.length > 0;
  const paged = new Set<string | undefined>(
    isPaged ? [connection.names.first, connection.names.after, connection.names.offset, connection.names.page] : [],
  );
  const isPageArgument = (name: string) =>
    paged.has(name) || (connection !== undefined && /^(?:last|before)$/.test(name)) || (isPaged && name === 'after');
  const args = usableInputs(field.args).filter((each) => !isPageArgument(each.name));
  // The keys come first: they are in the path.
  for (const key of keys) {
    const name = isOwnerKey ? 'id' : key.name;
    variables.set(key.name, collector.add(key, { name, required: true }).slice(1));
  }
  const hasOptionalKey = keys.length > 0 && keys.every((key) => !isRequired(key));
  let hasFilter = false;
  let comment = '';
  const filters = args.filter((each) => inputObjectOf(each) && /^(?:where|filters?|condition)$/i.test(each.name));
  const filter = filters.find(isRequired) ?? filters.find(({ name }) => name === 'where') ?? filters[0];
  // Arguments of their own have their names before fields of filters, which may be called the same.
  for (const each of args.toSorted((a, b) => Number(isTextInput(b)) - Number(isTextInput(a)))) {
    const variable = variables.get(each.name);
    if (variable !== undefined) {
      parts.set(each.name, `$${variable}`);
      continue;
    }
    const required = isRequired(each);
    if (!required && (holdsUpload(each) || each.name.startsWith('distinct'))) continue;
    // A second size or number of pages means the same as the first.
    if (!required && isPaged && isPaging(each)) continue;
    // Of an object that is read by its id, its slug is no further condition, nor is the language of the slug.
    const isOtherKey = keyRank(each, noun) !== undefined || /^(?:slug|key)[A-Z]/.test(each.name);
    if (hasOptionalKey && !required && isOtherKey) continue;
    if (!required && owner && isKeyOf(each, each.name, owner)) continue;
    const object = inputObjectOf(each);
    if (isTextInput(each)) {
      parts.set(each.name, collector.add(each));
      continue;
    }
    const inWhere = object && keys.filter((key) => (Object.values(object.getFields()) as unknown[]).includes(key));
    if (inWhere && inWhere.length > 0) {
      parts.set(each.name, `{ ${inWhere.map(({ name }) => `${name}: $${variables.get(name)}`).join(', ')} }`);
      continue;
    }
    const sort = renderSort(each);
    if (sort !== undefined) {
      parts.set(each.name, collector.add(each, { directive: sort }));
      continue;
    }
    if (
      object &&
      (required || each === filter || (!filter && !hasFilter && /filter|where|condition|query|search/i.test(each.name)))
    ) {
      hasFilter ||= !required;
      const { text, missing, leftOut = [] } = renderFilter(each, collector, owner);
      comment += leftOutComment(leftOut, each.name);
      if (text !== undefined) parts.set(each.name, text);
      else if (required && missing === undefined) parts.set(each.name, '{}');
      else if (required) return { reason: `${missing} is required, and cannot be written as a query parameter.` };
      continue;
    }
    if (required)
      return { reason: `Its argument ${each.name} is required, and cannot be written as a query parameter.` };
  }
  const given = args.flatMap(({ name }) => (parts.has(name) ? [`${name}: ${parts.get(name)}`] : []));
  return { arguments: given, keys: variables, comment };
}
