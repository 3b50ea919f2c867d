// The fields that a selection set selects, fragments included: under which key, on which types, and on which conditions.
import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  type SelectionSetNode,
  isCompositeType,
  typeFromAST,
} from 'graphql';
import type { Check } from './Check.ts';

/** `@include` or `@skip` with a variable: the selection is wanted where that is `wanted`. */
export interface Condition {
  variable: string;
  /** The default of the variable. */
  fallback: boolean;
  wanted: boolean;
}

/** One place where a field is selected. */
export interface Occurrence {
  key: string;
  node: FieldNode;
  /** The type that it is selected on: that of the nearest fragment. */
  parent: GraphQLCompositeType;
  /** Every type condition around it. */
  types: readonly GraphQLCompositeType[];
  /** All of them have to hold. */
  conditions: readonly Condition[];
}

/** Of the one operation that a document has, and its fragments. */
export interface Selections {
  schema: GraphQLSchema;
  document: DocumentNode;
  /** By variable. */
  fallbacks: ReadonlyMap<string, boolean>;
  /** Of the objects of a field: what stands in a fragment is compiled once. */
  checks: Map<FieldNode, Check>;
}

/** The occurrences in a selection set on `parent`, below these conditions. */
export function collectOccurrences(
  selections: Selections,
  parent: GraphQLCompositeType,
  selectionSet: SelectionSetNode,
  types: readonly GraphQLCompositeType[] = [],
  above: readonly Condition[] = [],
): Occurrence[] {
  return selectionSet.selections.flatMap((node) => {
    const own = conditionsOf(node.directives, selections.fallbacks);
    if (!own) return [];
    const conditions = own.length === 0 ? above : [...above, ...own];
    if (node.kind === Kind.FIELD) {
      return [{ key: (node.alias ?? node.name).value, node, parent, types, conditions }];
    }
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragmentOf(selections.document, node.name.value);
    const type = fragment.typeCondition && typeFromAST(selections.schema, fragment.typeCondition);
    const inner = isCompositeType(type) ? type : parent;
    return collectOccurrences(selections, inner, fragment.selectionSet, [...types, inner], conditions);
  });
}

function fragmentOf(document: DocumentNode, name: string) {
  const found = document.definitions.find((each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === name);
  if (found?.kind !== Kind.FRAGMENT_DEFINITION) throw new Error(`The fragment ${name} is not defined.`);
  return found;
}

/** Undefined where the selection is never wanted. */
function conditionsOf(
  directives: readonly DirectiveNode[] = [],
  fallbacks: ReadonlyMap<string, boolean>,
): Condition[] | undefined {
  const conditions: Condition[] = [];
  for (const { name, arguments: given = [] } of directives) {
    const wanted = name.value === GraphQLIncludeDirective.name;
    if (!wanted && name.value !== GraphQLSkipDirective.name) continue;
    const value = given.find((each) => each.name.value === 'if')?.value;
    if (value?.kind === Kind.VARIABLE) {
      const variable = value.name.value;
      conditions.push({ variable, fallback: fallbacks.get(variable) ?? false, wanted });
    } else if (value?.kind === Kind.BOOLEAN && value.value !== wanted) return undefined;
  }
  return conditions;
}
