import { type GraphQLNamedType, type GraphQLObjectType, getNamedType, isLeafType } from 'graphql';
import { isErrorType, isErrors } from '../compile/checkFailures.ts';
import { type Field, isLeaf, selectableFields } from './schema/fields.ts';

const MAX_LEVELS = 2;

/** The selection of a field with errors, as the response of 400; undefined for another field. */
export function errorText(field: Field): string | undefined {
  if (!isErrors(field)) return undefined;
  const type = getNamedType(field.type);
  return `${field.name} @error(status: 400) ${isLeafType(type) ? '' : problemText(type)}`;
}

/** The fragment of an error in a union: `... on EmailTaken @error(status: 400) { message }`. */
export function errorFragment(type: GraphQLObjectType): string {
  return `... on ${type.name} @error(status: ${/not_?found/i.test(type.name) ? 404 : 400}) ${problemText(type)}`;
}

/** What is selected of an error: its place, message and code, and the same of the errors in it. */
export function problemText(type: GraphQLNamedType): string {
  return `{ ${problemLines(type).join('\n') || '__typename'} }`;
}

function problemLines(type: GraphQLNamedType, level = 1): string[] {
  const fields = selectableFields(type);
  const find = (name: string) => fields.find((each) => each.name === name && isLeaf(each));
  const path = find('path') ? 'field: path' : undefined;
  const place = find('field') ? 'field' : (path ?? (level > 1 && find('name') ? 'field: name' : undefined));
  const own = ['message', 'code'].flatMap((name) => find(name)?.name ?? []);
  const inner = fields.flatMap((field) => {
    const named = getNamedType(field.type);
    if (isLeaf(field) || level > MAX_LEVELS || !(isErrors(field) || isErrorType(named))) return [];
    const lines = problemLines(named, level + 1);
    return lines.length > 0 ? [`${field.name} { ${lines.join('\n')} }`] : [];
  });
  return [...(place !== undefined && own.length > 0 ? [place] : []), ...own, ...inner];
}
