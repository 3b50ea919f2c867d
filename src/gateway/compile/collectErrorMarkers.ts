import {
  type ASTNode,
  type FieldNode,
  type GraphQLCompositeType,
  Kind,
  type SelectionSetNode,
  getNamedType,
  isCompositeType,
} from 'graphql';
import { readDirective } from '../document/directives.ts';
import {
  type ObjectSelection,
  type SelectionContext,
  collectFields,
  fieldDefinition,
  fragmentType,
  onlySelection,
  possibleTypes,
  responseKey,
} from './collectFields.ts';

/** The `@error` directives in the selections of one object, fragments resolved. */
export interface SelectedErrors {
  fields: readonly (ErrorMarker & { key: string })[];
  /** `names` are those of the object types. */
  types: readonly (ErrorMarker & { names: readonly string[] })[];
}

export interface ErrorMarker {
  node: FieldNode | (ASTNode & { kind: Kind.INLINE_FRAGMENT; selectionSet: SelectionSetNode });
  status: number;
  /** Whether every error has a message: it is a String, or `message` is selected on each type that it can be. */
  hasMessage: boolean;
}

/** The errors as data of an object; undefined where it has none. */
export function collectErrorMarkers(
  context: SelectionContext,
  selections: readonly ObjectSelection[],
): SelectedErrors | undefined {
  const { schema, fragments } = context;
  const fields: SelectedErrors['fields'][number][] = [];
  const types: SelectedErrors['types'][number][] = [];
  const walk = (set: SelectionSetNode, parent: GraphQLCompositeType): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const error = readDirective('error', node);
        if (error) {
          const hasMessage = fieldHasMessage(context, node, parent);
          fields.push({ key: responseKey(node), status: error.status, node, hasMessage });
        }
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      if (!fragment) continue;
      const type = fragmentType(schema, fragment) ?? parent;
      const error = node.kind === Kind.INLINE_FRAGMENT ? readDirective('error', node) : undefined;
      if (error && node.kind === Kind.INLINE_FRAGMENT) {
        const names = possibleTypes(schema, type).map(({ name }) => name);
        types.push({ names, status: error.status, node, hasMessage: selectsMessage(context, type, node.selectionSet) });
      } else {
        walk(fragment.selectionSet, type);
      }
    }
  };
  for (const { set, type } of selections) walk(set, type);
  return fields.length + types.length > 0 ? { fields, types } : undefined;
}

function fieldHasMessage(context: SelectionContext, node: FieldNode, parent: GraphQLCompositeType): boolean {
  const field = fieldDefinition(node, parent);
  const type = field && getNamedType(field.type);
  if (isCompositeType(type) && node.selectionSet) return selectsMessage(context, type, node.selectionSet);
  return type?.name === 'String';
}

/** Whether every object of a type has an unconditional `message`. */
function selectsMessage(context: SelectionContext, type: GraphQLCompositeType, set: SelectionSetNode): boolean {
  const occurrences = collectFields(context, [onlySelection(type, set)]).get('message') ?? [];
  const on = occurrences.filter(({ condition }) => condition === '').flatMap((each) => [...each.on]);
  return new Set(on).size === possibleTypes(context.schema, type).length;
}
