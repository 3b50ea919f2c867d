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
  typeNameAt,
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
  code?: string;
  message?: string;
  /** Whether every error has a message, or none to select: see `compileErrorMarkers`. */
  hasMessage: boolean;
  /** The selections whose properties a message can name: those of the error, and those around it. */
  named: readonly SelectionSetNode[];
}

/** The errors as data of an object; undefined where it has none. */
export function collectErrorMarkers(
  context: SelectionContext,
  selections: readonly ObjectSelection[],
): SelectedErrors | undefined {
  const { schema, fragments } = context;
  const fields: SelectedErrors['fields'][number][] = [];
  const types: SelectedErrors['types'][number][] = [];
  const around = selections.map(({ set }) => set);
  const walk = (set: SelectionSetNode, parent: GraphQLCompositeType): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const error = readDirective('error', node);
        if (error) {
          const hasMessage = fieldHasMessage(context, node, parent, error.message !== undefined);
          const named = [...(node.selectionSet ? [node.selectionSet] : []), ...around];
          fields.push({ key: responseKey(node), ...error, node, hasMessage, named });
        }
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      if (!fragment) continue;
      const type = fragmentType(schema, fragment) ?? parent;
      const error = node.kind === Kind.INLINE_FRAGMENT ? readDirective('error', node) : undefined;
      if (error && node.kind === Kind.INLINE_FRAGMENT) {
        const names = possibleTypes(schema, type).map(({ name }) => name);
        const hasMessage = error.message !== undefined || selectsMessage(context, type, node.selectionSet);
        types.push({ names, ...error, node, hasMessage, named: [node.selectionSet, ...around] });
      } else {
        walk(fragment.selectionSet, type);
      }
    }
  };
  for (const { set, type } of selections) walk(set, type);
  return fields.length + types.length > 0 ? { fields, types } : undefined;
}

function fieldHasMessage(
  context: SelectionContext,
  node: FieldNode,
  parent: GraphQLCompositeType,
  isGiven: boolean,
): boolean {
  const field = fieldDefinition(node, parent);
  const type = field && getNamedType(field.type);
  if (isGiven) return type !== undefined;
  if (isCompositeType(type) && node.selectionSet) return selectsMessage(context, type, node.selectionSet);
  return type?.name === 'String' || type?.name === 'Boolean';
}

/** Whether every object of a type has an unconditional `message`, unless its type has no such field. */
function selectsMessage(context: SelectionContext, type: GraphQLCompositeType, set: SelectionSetNode): boolean {
  const occurrences = collectFields(context, [onlySelection(type, set)]).get('message') ?? [];
  const on = new Set(occurrences.flatMap((each) => (each.condition === '' ? [...each.on].map(typeNameAt) : [])));
  return possibleTypes(context.schema, type).every((each) => on.has(each.name) || !('message' in each.getFields()));
}
