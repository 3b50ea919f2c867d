import {
  type GraphQLAbstractType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  Kind,
  type SelectionSetNode,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
} from 'graphql';
import { withoutErrors } from './errorTypes.ts';
import { indexOfKey } from './indexOfKey.ts';
import type { MockObject } from './MockObject.ts';

/**
 * The type of an object behind an interface or a union: the first that the operation selects fields of and that is no error. The
 * items of a list alternate between all of them.
 */
export function resolveType(
  object: MockObject,
  _context: unknown,
  { fieldNodes, fragments, returnType, schema }: GraphQLResolveInfo,
  type: GraphQLAbstractType,
): string {
  const reference = object.$ref;
  const known = schema.getType(reference.typeName);
  if (isObjectType(known)) return known.name;
  const possible = withoutErrors(schema.getPossibleTypes(type));
  const conditions = new Set<string>();
  for (const { selectionSet } of fieldNodes) collectConditions(selectionSet, fragments, conditions);
  const selected = possible.filter(({ name }) => conditions.has(name));
  const implied = () => possible.filter((candidate) => implementsAny(candidate, conditions, schema));
  const candidates = [selected, implied(), possible].find((types) => types.length > 0)!;
  const index = isListType(getNullableType(returnType)) ? indexOfKey(reference.key) - 1 : 0;
  reference.typeName = candidates[Math.max(index, 0) % candidates.length]!.name;
  return reference.typeName;
}

function implementsAny(
  candidate: GraphQLObjectType,
  conditions: ReadonlySet<string>,
  schema: GraphQLResolveInfo['schema'],
): boolean {
  return [...conditions].some((name) => {
    const condition = schema.getType(name);
    return isAbstractType(condition) && schema.isSubType(condition, candidate);
  });
}

function collectConditions(
  selectionSet: SelectionSetNode | undefined,
  fragments: GraphQLResolveInfo['fragments'],
  into: Set<string>,
): void {
  for (const selection of selectionSet?.selections ?? []) {
    if (selection.kind === Kind.FIELD) continue;
    const part = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
    if (!part) continue;
    if (part.typeCondition) into.add(part.typeCondition.name.value);
    collectConditions(part.selectionSet, fragments, into);
  }
}
