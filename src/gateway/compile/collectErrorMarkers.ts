import {
  type ASTNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  Kind,
  type SelectionSetNode,
  getNamedType,
  isCompositeType,
} from 'graphql';
import { placeholdersOf } from '../conventions/template.ts';
import { readDirective } from '../document/directives.ts';
import type { ErrorPlan } from '../plan/ResultPlan.ts';
import {
  type ObjectSelection,
  type SelectionContext,
  fieldDefinition,
  fragmentType,
  onlySelection,
  possibleTypes,
  responseKey,
} from './collectFields.ts';
import { type ErrorFault, findProblems } from './findProblems.ts';

/** The `@error` directives in the selections of one object, fragments resolved. */
export interface SelectedErrors {
  fields: readonly (ErrorMarker & { key: string })[];
  /** `names` are those of the object types. */
  types: readonly (ErrorMarker & { names: readonly string[] })[];
}

export interface ErrorMarker extends ErrorPlan {
  node: FieldNode | (ASTNode & { kind: Kind.INLINE_FRAGMENT; selectionSet: SelectionSetNode });
  fault: ErrorFault | undefined;
}

/** The errors as data of an object; undefined where it has none. */
export function collectErrorMarkers(
  context: SelectionContext,
  selections: readonly ObjectSelection[],
): SelectedErrors | undefined {
  const { schema, fragments } = context;
  const fields: SelectedErrors['fields'][number][] = [];
  const types: SelectedErrors['types'][number][] = [];
  const around = () => selections.flatMap(({ set }) => responseKeys(set, fragments));
  const walk = (set: SelectionSetNode, parent: GraphQLCompositeType): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const error = readDirective('error', node);
        if (error)
          fields.push({ key: responseKey(node), ...error, node, ...readField(context, node, parent, around()) });
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      if (!fragment) continue;
      const type = fragmentType(schema, fragment) ?? parent;
      const error = node.kind === Kind.INLINE_FRAGMENT ? readDirective('error', node) : undefined;
      if (error && node.kind === Kind.INLINE_FRAGMENT) {
        const names = possibleTypes(schema, type).map(({ name }) => name);
        const place = { message: error.message, around: around() };
        const found = findProblems(context, onlySelection(type, node.selectionSet), place);
        types.push({ names, ...error, node, ...found });
      } else {
        walk(fragment.selectionSet, type);
      }
    }
  };
  for (const { set, type } of selections) walk(set, type);
  return fields.length + types.length > 0 ? { fields, types } : undefined;
}

/** The problems of a field with `@error`. */
function readField(
  context: SelectionContext,
  node: FieldNode,
  parent: GraphQLCompositeType,
  around: readonly string[],
): Pick<ErrorMarker, 'problems' | 'fault'> {
  const type = fieldDefinition(node, parent)?.type;
  const message = readDirective('error', node)?.message;
  const named = getNamedType(type);
  if (type && isCompositeType(named) && node.selectionSet) {
    return findProblems(context, onlySelection(named, node.selectionSet), { message, around, type });
  }
  const names = message === undefined ? [] : placeholdersOf(message).map(({ name }) => name);
  const unknown = names.find((name) => !around.includes(name));
  if (unknown !== undefined) return { fault: { kind: 'unknown', name: unknown, known: around } };
  const isText = named?.name === 'String' || named?.name === 'Boolean';
  return { fault: named && (message !== undefined || isText) ? undefined : { kind: 'leaf' } };
}

/** The properties that a selection can have, errors as data among them. */
function responseKeys(set: SelectionSetNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): string[] {
  return set.selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [responseKey(node)];
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
    return fragment ? responseKeys(fragment.selectionSet, fragments) : [];
  });
}
