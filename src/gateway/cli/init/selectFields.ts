import type { GraphQLSchema } from 'graphql';
import { findRootField } from '../add/findRootField.ts';
import { listRootFields } from '../add/listRootFields.ts';
import { UsageError } from '../UsageError.ts';

/**
 * The coordinates that `--fields` names: fields, coordinates or root types, separated by commas. `Query,createUser` is all queries and
 * one mutation. Throws a UsageError.
 */
export function selectFields(schema: GraphQLSchema, fields: string): ReadonlySet<string> {
  const names = fields
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0)
    throw new UsageError('--fields must name root fields, such as "user,users", or "Query" for all queries.');
  return new Set(
    names.flatMap((name) => (isRootType(schema, name) ? listFieldsOf(schema, name) : findRootField(schema, name))),
  );
}

function isRootType(schema: GraphQLSchema, name: string): boolean {
  return [schema.getQueryType(), schema.getMutationType()].some((type) => type?.name === name);
}

function listFieldsOf(schema: GraphQLSchema, type: string): string[] {
  return listRootFields(schema).filter((each) => each.startsWith(`${type}.`));
}
