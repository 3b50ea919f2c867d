import { type GraphQLSchema, isInterfaceType, isIntrospectionType, isObjectType } from 'graphql';
import { isAuthenticated } from '../../access/isAuthenticated.ts';
import { type Annotated, requiredScopes } from '../../access/requiredScopes.ts';
import type { BreakingChange } from '../BreakingChange.ts';
import {
  type SecurityAlternatives,
  combineAlternatives,
  formatAlternatives,
  narrowsAccess,
} from '../SecurityAlternatives.ts';

/** Every type and field that requires more scopes, or credentials, than before. */
export function compareAccess(before: GraphQLSchema, after: GraphQLSchema): BreakingChange[] {
  const now = elementsOf(after);
  return [...elementsOf(before)].flatMap(([name, element]) => {
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

/** Types and fields by their names, `User` and `User.email`. */
function elementsOf(schema: GraphQLSchema): Map<string, Annotated> {
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
  return new Map(
    types.flatMap((type): [string, Annotated][] => [
      [type.name, type],
      ...(isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []).map(
        (field): [string, Annotated] => [`${type.name}.${field.name}`, field],
      ),
    ]),
  );
}

function alternativesOf(element: Annotated): SecurityAlternatives {
  return combineAlternatives([...(isAuthenticated(element) ? [[['credentials']]] : []), ...requiredScopes(element)]);
}
