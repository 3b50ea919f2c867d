// The fields of a selection set, fragments included, each with its response key, types and conditions.
import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  GraphQLIncludeDirective,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  GraphQLString,
  Kind,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  isCompositeType,
  isObjectType,
  isUnionType,
  typeFromAST,
} from 'graphql';
import type { Validator } from './Validator.ts';

/** `@include` or `@skip` with a variable: the selection applies if its value is `wanted`. */
export interface SelectionCondition {
  variable: string;
  /** The default of the variable. */
  defaultValue: boolean;
  wanted: boolean;
}

/** One selection of a field. */
export interface SelectedField {
  key: string;
  node: FieldNode;
  /** Its parent type: that of the nearest fragment. */
  parent: GraphQLCompositeType;
  /** The type conditions around it. */
  types: readonly GraphQLCompositeType[];
  /** All of them must hold. */
  conditions: readonly SelectionCondition[];
}

/** The context of one document with one operation. */
export interface Selections {
  schema: GraphQLSchema;
  document: DocumentNode;
  /** Default values of Boolean variables, by name. */
  defaults: ReadonlyMap<string, boolean>;
  /** Validators of the objects of a field, so that the fields of a fragment are compiled once. */
  validators: Map<FieldNode, Validator>;
}

/** What is around a selection set. */
type Surrounding = Pick<SelectedField, 'types' | 'conditions'>;

const NOTHING: Surrounding = { types: [], conditions: [] };

/** The occurrences in a selection set on `parent`, under what is around it. */
export function collectOccurrences(
  selections: Selections,
  parent: GraphQLCompositeType,
  selectionSet: SelectionSetNode,
  { types, conditions: above }: Surrounding = NOTHING,
): SelectedField[] {
  return selectionSet.selections.flatMap((node) => {
    const added = conditionsOf(node.directives, selections.defaults);
    if (!added) return [];
    const conditions = added.length === 0 ? above : [...above, ...added];
    if (node.kind === Kind.FIELD) {
      return [{ key: (node.alias ?? node.name).value, node, parent, types, conditions }];
    }
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragmentOf(selections.document, node.name.value);
    const type = fragment.typeCondition && typeFromAST(selections.schema, fragment.typeCondition);
    const inner = isCompositeType(type) ? type : parent;
    return collectOccurrences(selections, inner, fragment.selectionSet, { types: [...types, inner], conditions });
  });
}

function fragmentOf(document: DocumentNode, name: string) {
  const found = document.definitions.find((node) => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === name);
  if (found?.kind !== Kind.FRAGMENT_DEFINITION) throw new Error(`The fragment ${name} is not defined.`);
  return found;
}

/** Undefined if the selection never applies. */
function conditionsOf(
  directives: readonly DirectiveNode[] = [],
  defaults: ReadonlyMap<string, boolean>,
): SelectionCondition[] | undefined {
  const conditions: SelectionCondition[] = [];
  for (const { name, arguments: args = [] } of directives) {
    const wanted = name.value === GraphQLIncludeDirective.name;
    if (!wanted && name.value !== GraphQLSkipDirective.name) continue;
    const value = args.find((argument) => argument.name.value === 'if')?.value;
    if (value?.kind === Kind.VARIABLE) {
      const variable = value.name.value;
      conditions.push({ variable, defaultValue: defaults.get(variable) ?? false, wanted });
    } else if (value?.kind === Kind.BOOLEAN && value.value !== wanted) return undefined;
  }
  return conditions;
}

/** Possible types of an object with the same selected fields. */
export interface Group {
  types: GraphQLObjectType[];
  occurrences: SelectedField[];
}

/** Groups the possible types of an object by their selected fields. */
export function groupOccurrences(
  schema: GraphQLSchema,
  types: readonly GraphQLCompositeType[],
  occurrences: readonly SelectedField[],
): Group[] {
  const groups = new Map<string, Group>();
  const possible = types.flatMap((type) => (isObjectType(type) ? [type] : schema.getPossibleTypes(type)));
  for (const type of new Set(possible)) {
    const applying = occurrences.filter(({ types: conditions }) =>
      conditions.every((condition) => includes(schema, condition, type)),
    );
    const selected = applying.map((occurrence) => occurrences.indexOf(occurrence)).join();
    const group = groups.get(selected) ?? { types: [], occurrences: applying };
    group.types.push(type);
    groups.set(selected, group);
  }
  return [...groups.values()];
}

function includes(schema: GraphQLSchema, condition: GraphQLCompositeType, type: GraphQLObjectType): boolean {
  return isObjectType(condition) ? condition === type : schema.isSubType(condition, type);
}

export const TYPENAME = '__typename';

/** The type of a selected field; undefined for introspection fields. */
export function fieldTypeOf({ node, parent }: SelectedField): GraphQLOutputType | undefined {
  const name = node.name.value;
  if (name === TYPENAME) return new GraphQLNonNull(GraphQLString);
  if (name === SchemaMetaFieldDef.name || name === TypeMetaFieldDef.name || isUnionType(parent)) return undefined;
  return parent.getFields()[name]?.type;
}
