import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  getArgumentValues,
  getDirectiveValues,
  getVariableValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
} from 'graphql';
import { toBadUserInput } from './toBadUserInput.ts';
import { type ScopeAlternatives, requiredScopes } from '../../gateway/access/requiredScopes.ts';

type Variables = Readonly<Record<string, unknown>>;

/**
 * The scopes that a router's operation requires for the entities in `_entities(representations:)`, whatever it selects of them.
 * Representations of unknown types require none: the resolver refuses them. Empty without `_entities`, and with variables that
 * do not match their types, because nothing runs then. Throws BAD_USER_INPUT for a null variable at a non-null argument.
 */
export function referencedScopes(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  given: Variables,
): Set<ScopeAlternatives> {
  const field = schema.getQueryType()?.getFields()['_entities'];
  if (!field || operation.operation !== 'query') return new Set();
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given, { maxErrors: 1 });
  if (!coerced) return new Set();
  let representations: unknown[];
  try {
    representations = fieldsOf(document, operation.selectionSet, coerced)
      .filter(({ name }) => name.value === '_entities')
      .flatMap((node) => getArgumentValues(field, node, coerced)['representations'] as readonly unknown[]);
  } catch (error) {
    // A nullable variable with a default value may be null at a non-null argument.
    throw toBadUserInput(error as Error);
  }
  const names = new Set(representations.map((representation) => Object(representation)['__typename'] as unknown));
  const types = [...names].map((name) => (typeof name === 'string' ? schema.getType(name) : undefined));
  return new Set(types.flatMap((type) => (type ? requiredScopes(type) : [])));
}

/** The fields of a selection set and of its fragments, without those that `@include` and `@skip` exclude. */
function fieldsOf(document: DocumentNode, selectionSet: SelectionSetNode, variables: Variables): FieldNode[] {
  const fragments = new Map(
    document.definitions
      .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  );
  const fields: FieldNode[] = [];
  // The set grows during the iteration, and contains each fragment once.
  const sets = new Set([selectionSet]);
  for (const { selections } of sets) {
    for (const selection of selections) {
      if (!isIncluded(selection, variables)) continue;
      if (selection.kind === Kind.FIELD) fields.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) sets.add(selection.selectionSet);
      else if (fragments.has(selection.name.value)) sets.add(fragments.get(selection.name.value)!.selectionSet);
    }
  }
  return fields;
}

function isIncluded(selection: SelectionNode, variables: Variables): boolean {
  return (
    getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false
  );
}
