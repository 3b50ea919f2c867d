// Compares two revisions of the GraphQL schema and finds what breaks clients of the first. A GraphQL schema has no
// versions to move to: it only grows, and a field that is to be removed is deprecated first.
import { type Change as SchemaChange, CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import type { BreakingChange } from '../BreakingChange.ts';
import { compareAccess } from './compareAccess.ts';

/** Only dangerous to the library, but they change the result of a query that leaves the value out. */
const DEFAULTS = new Set<string>(['FIELD_ARGUMENT_DEFAULT_CHANGED', 'INPUT_FIELD_DEFAULT_VALUE_CHANGED']);

/** Every change from one SDL to the other that breaks queries. */
export async function compareGraphql(before: string, after: string): Promise<BreakingChange[]> {
  const [from, to] = [buildSchema(before), buildSchema(after)];
  const changes = await diff(from, to);
  return [...changes.filter(isBreaking).map(toBreakingChange), ...compareAccess(from, to)];
}

function isBreaking({ type, criticality }: SchemaChange): boolean {
  return criticality.level === CriticalityLevel.Breaking || DEFAULTS.has(type);
}

function toBreakingChange({ type, message }: SchemaChange): BreakingChange {
  const change = `${message.replaceAll("'", '`')}.`;
  if (type.endsWith('_REMOVED')) {
    return { change, affected: 'queries that use it', endpoints: [], hint: 'Restore it, and mark it @deprecated' };
  }
  if (type.endsWith('_ADDED')) {
    return { change, affected: 'queries without it', endpoints: [], hint: 'Make it optional' };
  }
  return { change, affected: 'queries that rely on the previous definition', endpoints: [], hint: 'Restore it' };
}
