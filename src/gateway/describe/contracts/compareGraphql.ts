// Compares two revisions of the GraphQL schema and finds what breaks clients of the first. A GraphQL schema has no
// versions to move to: it only grows, and a field that is to be removed is deprecated first.
import { CriticalityLevel, type Change as SchemaChange, diff } from '@graphql-inspector/core';
import { type GraphQLSchema, buildSchema } from 'graphql';
import { type Annotated, elementsOf, isAuthenticated, requiredScopes } from '../../guard/access/requiredAccess.ts';
import type { BreakingChange } from './Break.ts';
import {
  type SecurityAlternatives,
  combineAlternatives,
  formatAlternatives,
  narrowsAccess,
} from './SecurityAlternatives.ts';

/** Only dangerous to the library, but they change the result of a query that leaves the value out. */
const DEFAULTS = new Set<string>(['FIELD_ARGUMENT_DEFAULT_CHANGED', 'INPUT_FIELD_DEFAULT_VALUE_CHANGED']);

/** Every change from one SDL to the other that breaks queries. */
export async function compareGraphql(before: string, after: string): Promise<BreakingChange[]> {
  const [from, to] = [buildSchema(before), buildSchema(after)];
  const changes = await diff(from, to);
  const breaking = changes.filter(
    ({ type, criticality }) => criticality.level === CriticalityLevel.Breaking || DEFAULTS.has(type),
  );
  return [...breaking.map(toBreakingChange), ...compareAccess(from, to)];
}

function toBreakingChange({ type, message }: SchemaChange): BreakingChange {
  const change = `${message.replaceAll("'", '`')}.`;
  const [affected, hint] = type.endsWith('_REMOVED')
    ? ['queries that use it', 'Restore it, and mark it @deprecated']
    : type.endsWith('_ADDED')
      ? ['queries without it', 'Make it optional']
      : ['queries that rely on the previous definition', 'Restore it'];
  return { change, affected, endpoints: [], hint };
}

function compareAccess(before: GraphQLSchema, after: GraphQLSchema): BreakingChange[] {
  const now = new Map(elementsOf(after));
  return elementsOf(before).flatMap(([name, element]) => {
    const [required, requires] = [alternativesOf(element), alternativesOf(now.get(name) ?? {})];
    if (!narrowsAccess(required, requires)) return [];
    return {
      change: `\`${name}\` required ${formatAlternatives(required)}, and now requires ${formatAlternatives(requires)}.`,
      affected: 'callers whose tokens lack it',
      endpoints: [],
      hint: 'Do not require additional scopes',
    };
  });
}

function alternativesOf(element: Annotated): SecurityAlternatives {
  return combineAlternatives([...(isAuthenticated(element) ? [[['credentials']]] : []), ...requiredScopes(element)]);
}
