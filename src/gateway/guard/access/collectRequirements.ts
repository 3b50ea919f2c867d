// The scopes that an operation requires, computed from its AST before anything executes. `@requiresScopes` counts on fields, on
// the types that fields return and that fragments are on, and, where fields are selected on an abstract type, on each of its
// possible types. `@authenticated` counts in the same places: it requires a caller, with an alternative of no scopes.
import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type InlineFragmentNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  getNamedType,
  getOperationAST,
  isAbstractType,
  isObjectType,
  valueFromASTUntyped,
} from 'graphql';
import { type Annotated, type ScopeAlternatives, requiredAccess, requiredScopes } from './requiredAccess.ts';

/** What an operation requires always, and what parts of it require in addition. Parts can be shared and cyclic. */
export interface Requirements {
  readonly always: Set<ScopeAlternatives>;
  /** Where each of them comes from first. */
  readonly selections?: Map<ScopeAlternatives, RestrictedSelection>;
  readonly parts: { readonly conditions: readonly Condition[]; readonly requirements: Requirements }[];
}

/** A selection that requires a caller. */
export interface RestrictedSelection {
  node: FieldNode | InlineFragmentNode | FragmentDefinitionNode;
  /** What has the directive: the field, its type or the type of an object that it is selected on, or the type condition. */
  element: Annotated & { name: string };
}

/** A part is left out when the variable has this value: false for `@include`, true for `@skip`. */
export interface Condition {
  readonly variable: string;
  readonly leftOutWhen: boolean;
  /** The value of the variable where the request has none. */
  readonly defaultValue?: unknown;
}

export interface RequirementsOptions {
  /** The operation of the document; absent: its only one. */
  operationName?: string | undefined;
  /** The variables whose values are known when scopes are checked; all by default. What depends on another always counts. */
  known?: ReadonlySet<string>;
  /**
   * Whether the scope of a mutation covers reading the object that it returns; true by default, for the document of an
   * endpoint and the query of a router. False: a field selected on that object requires the scopes of its type; `__typename` does not.
   */
  coversWritten?: boolean;
}

/** Prepares the requirements of an operation of a valid document. */
export function collectRequirements(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operationName, known, coversWritten = true }: RequirementsOptions = {},
): Requirements {
  const operation = getOperationAST(document, operationName);
  if (!operation) return { always: new Set(), parts: [] };
  return new Collector({ schema, document, operation, known, coversWritten }).collect();
}

/** The parent of a selection set: `type`, and the object types that it can be here. */
interface Parent {
  type: GraphQLNamedType;
  possible: readonly GraphQLObjectType[];
  /** Directly under a mutation's root field with a scope of its own; see `coversWritten`. */
  written: boolean;
}

interface CollectorOptions {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  known: ReadonlySet<string> | undefined;
  coversWritten: boolean;
}

class Collector {
  readonly #options: CollectorOptions;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #defaults = new Map<string, unknown>();
  /** A fragment is compiled once for each kind of parent, so that the cost is the length of a document, not its expansion. */
  readonly #spreads = new Map<string, Requirements>();

  constructor(options: CollectorOptions) {
    this.#options = options;
    for (const node of options.document.definitions) {
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(node.name.value, node);
    }
    for (const { variable, defaultValue } of options.operation.variableDefinitions ?? []) {
      if (defaultValue) this.#defaults.set(variable.name.value, valueFromASTUntyped(defaultValue));
    }
  }

  collect(): Requirements {
    const requirements = emptyRequirements();
    const type = this.#options.schema.getRootType(this.#options.operation.operation);
    if (type)
      this.#selections(this.#options.operation.selectionSet, { type, possible: [type], written: false }, requirements);
    return requirements;
  }

  #selections({ selections }: SelectionSetNode, parent: Parent, into: Requirements): void {
    for (const selection of selections) {
      const conditions = this.#conditions(selection.directives);
      if (conditions === undefined) continue;
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        into.parts.push({ conditions, requirements: this.#spread(selection.name.value, parent) });
        continue;
      }
      const part = conditions.length === 0 ? into : emptyRequirements();
      if (part !== into) into.parts.push({ conditions, requirements: part });
      if (selection.kind === Kind.FIELD) this.#field(selection, parent, part);
      else this.#fragment(selection, parent, part);
    }
  }

  #field(node: FieldNode, parent: Parent, into: Requirements): void {
    const { value: name } = node.name;
    const { selectionSet } = node;
    const { schema, operation, coversWritten } = this.#options;
    if (name.startsWith('__')) return;
    const isRoot = parent.type === schema.getRootType(operation.operation);
    for (const type of new Set([parent.type, ...parent.possible])) {
      // The type of an object was counted with the field that returns it, unless it was written. Roots and the types behind an abstract
      // type are known only here.
      const counted = parent.written ? coversWritten : type === parent.type && !isRoot;
      if (!counted) add({ node, element: type }, into);
      const field = 'getFields' in type ? type.getFields()[name] : undefined;
      if (!field || !('args' in field)) continue;
      add({ node, element: field }, into);
      const returned = getNamedType(field.type);
      const written = parent.type === schema.getMutationType() && requiredScopes(field).length > 0;
      if (!written || (!selectionSet && !coversWritten)) add({ node, element: returned }, into);
      if (selectionSet && type === parent.type) {
        this.#selections(selectionSet, { type: returned, possible: this.#possible(returned), written }, into);
      }
    }
  }

  #spread(name: string, parent: Parent): Requirements {
    const fragment = this.#fragments.get(name)!;
    const key = `${name} ${parent.written} ${parent.possible.map((type) => type.name).join()}`;
    let requirements = this.#spreads.get(key);
    if (!requirements) {
      requirements = emptyRequirements();
      this.#spreads.set(key, requirements);
      this.#fragment(fragment, parent, requirements);
    }
    return requirements;
  }

  /** Selections under a type condition, which narrows the possible types. */
  #fragment(node: InlineFragmentNode | FragmentDefinitionNode, parent: Parent, into: Requirements): void {
    const type = node.typeCondition ? this.#options.schema.getType(node.typeCondition.name.value)! : parent.type;
    if (!parent.written) add({ node, element: type }, into);
    const allowed = new Set(this.#possible(type));
    const possible = parent.possible.filter((one) => allowed.has(one));
    this.#selections(node.selectionSet, { type, possible, written: parent.written }, into);
  }

  #possible(type: GraphQLNamedType): readonly GraphQLObjectType[] {
    if (isAbstractType(type)) return this.#options.schema.getPossibleTypes(type);
    return isObjectType(type) ? [type] : [];
  }

  /** The known variables that a selection depends on; undefined if its directives always leave it out. */
  #conditions(directives: readonly DirectiveNode[] = []): Condition[] | undefined {
    const conditions: Condition[] = [];
    for (const directive of directives) {
      const name = directive.name.value;
      if (name !== 'include' && name !== 'skip') continue;
      const leftOutWhen = name === 'skip';
      // In a valid document, `if` is their only argument.
      const test = directive.arguments![0]!.value;
      if (test.kind === Kind.BOOLEAN && test.value === leftOutWhen) return undefined;
      if (test.kind !== Kind.VARIABLE) continue;
      const variable = test.name.value;
      if (this.#options.known && !this.#options.known.has(variable)) continue;
      conditions.push({ variable, leftOutWhen, defaultValue: this.#defaults.get(variable) });
    }
    return conditions;
  }
}

function emptyRequirements() {
  return {
    always: new Set<ScopeAlternatives>(),
    selections: new Map<ScopeAlternatives, RestrictedSelection>(),
    parts: [],
  };
}

/** Adds what the element of a selection requires. */
function add(selection: RestrictedSelection, { always, selections }: Requirements): void {
  for (const alternatives of requiredAccess(selection.element)) {
    if (!always.has(alternatives)) selections?.set(alternatives, selection);
    always.add(alternatives);
  }
}
