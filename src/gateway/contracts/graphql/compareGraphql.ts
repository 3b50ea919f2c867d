// Compares two revisions of the GraphQL schema and tells what breaks clients of the first. A GraphQL schema has no
// versions to move to: it only grows, and what is to go is deprecated and kept.
import { type Change as Difference, CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import type { Change } from '../Change.ts';
import { compareAccess } from './compareAccess.ts';

/** Called dangerous by the library, but a query that leaves the value out is answered otherwise. */
const DEFAULTS = new Set<string>(['FIELD_ARGUMENT_DEFAULT_CHANGED', 'INPUT_FIELD_DEFAULT_VALUE_CHANGED']);

/** Every change from one SDL to the other that breaks queries. */
export async function compareGraphql(before: string, after: string): Promise<Change[]> {
  const [from, to] = [buildSchema(before), buildSchema(after)];
  const differences = await diff(from, to);
  return [...differences.filter(breaks).map(toChange), ...compareAccess(from, to)];
}

function breaks({ type, criticality }: Difference): boolean {
  return criticality.level === CriticalityLevel.Breaking || DEFAULTS.has(type);
}

function toChange({ type, message }: Difference): Change {
  const what = `${message.replaceAll("'", '`')}.`;
  if (type.endsWith('_REMOVED')) {
    return { what, whom: 'queries that use it', where: [], mend: 'Put it back, and mark it @deprecated' };
  }
  if (type.endsWith('_ADDED')) {
    return { what, whom: 'queries that leave it out', where: [], mend: 'Make it optional' };
  }
  return { what, whom: 'queries written for what it was', where: [], mend: 'Keep it as it was' };
}
