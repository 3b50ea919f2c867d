import { type GraphQLSchema, isInterfaceType, isIntrospectionType, isObjectType } from 'graphql';
import { type Annotated, requiredScopes } from '../../access/requiredScopes.ts';
import type { Change } from '../Change.ts';
import { type Ways, shutsOut, waysInWords, waysThrough } from '../ways.ts';

/** Every type and field that asks for more scopes, or for credentials, than it did. */
export function compareAccess(before: GraphQLSchema, after: GraphQLSchema): Change[] {
  const now = elementsOf(after);
  return [...elementsOf(before)].flatMap(([name, element]) => {
    const [ways, waysNow] = [waysTo(element), waysTo(now.get(name) ?? {})];
    if (!shutsOut(ways, waysNow)) return [];
    const what = `\`${name}\` asked for ${waysInWords(ways)}, and asks for ${waysInWords(waysNow)} now.`;
    return { what, whom: 'callers whose tokens lack it', where: [], mend: 'Ask for no more than before' };
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

function waysTo(element: Annotated): Ways {
  const directives = [element.astNode, ...(element.extensionASTNodes ?? [])].flatMap((node) => node?.directives ?? []);
  const known = directives.some(({ name }) => name.value === 'authenticated');
  return waysThrough([...(known ? [[['credentials']]] : []), ...requiredScopes(element)]);
}
