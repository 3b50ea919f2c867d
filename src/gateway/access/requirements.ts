// What an operation needs of its caller, computed from its AST before anything executes. `@requiresScopes` counts on
// fields, on the types that fields return and that fragments are on, and, where fields are selected on an abstract type,
// on every type that can be behind it. `@authenticated` asks nothing more here: no operation runs without a caller.
import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  getNamedType,
  getOperationAST,
  isAbstractType,
  isObjectType,
  Kind,
  valueFromASTUntyped,
} from 'graphql';
import { type ScopeAlternatives, scopesOf } from './scopesOf.ts';

/** What is needed always, and the parts of the operation that need something of their own. */
export interface Requirements {
  readonly always: Set<ScopeAlternatives>;
  readonly parts: { readonly conditions: readonly Condition[]; readonly requirements: Requirements }[];
}

/** A part is left out when the variable has this value: false for `@include`, true for `@skip`. */
interface Condition {
  readonly variable: string;
  readonly leftOutWhen: boolean;
  /** What the variable is when the request does not give it. */
  readonly otherwise: unknown;
}

/** Which operation of a document is meant, and what is known of a request when its scopes are checked. */
export interface RequirementsOptions {
  operationName?: string | undefined;
  /** The variables whose values are known by then; all of them by default. What depends on another counts always. */
  known?: ReadonlySet<string>;
  /**
   * Whether the scope of a mutation covers reading the object that it returns; true by default, as an endpoint's document
   * and a router's query need it. False: every field selected on that object needs the scopes of its type, but `__typename`.
   */
  coversWritten?: boolean;
}

/** Compiles what an operation of a valid document needs. */
export function compileRequirements(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operationName, known, coversWritten = true }: RequirementsOptions = {},
): Requirements {
  const operation = getOperationAST(document, operationName);
  if (!operation) return { always: new Set(), parts: [] };
  return new Compiler(schema, document, operation, known, coversWritten).compile();
}

/** The requirements that these scopes do not meet, under these variables; empty if the operation is allowed. */
export function missingScopes(
  requirements: Requirements,
  scopes: ReadonlySet<string>,
  variables: Readonly<Record<string, unknown>>,
): ScopeAlternatives[] {
  const missing = new Set<ScopeAlternatives>();
  // The set grows while it is walked, and counts a fragment once however often it is spread.
  const counted = new Set([requirements]);
  for (const { always, parts } of counted) {
    for (const need of always) {
      if (!need.some((alternative) => alternative.every((scope) => scopes.has(scope)))) missing.add(need);
    }
    for (const part of parts) {
      if (part.conditions.every((condition) => holds(condition, variables))) counted.add(part.requirements);
    }
  }
  return [...missing];
}

function holds({ variable, leftOutWhen, otherwise }: Condition, variables: Readonly<Record<string, unknown>>): boolean {
  const given = Object.hasOwn(variables, variable) ? variables[variable] : undefined;
  return (given === undefined ? otherwise : given) !== leftOutWhen;
}

/** Where a selection set stands: on `type`, behind which any of `possible` can be. */
interface Place {
  type: GraphQLNamedType;
  possible: readonly GraphQLObjectType[];
  /** Directly under a mutation's root field that has a scope of its own, which covers what `coversWritten` says. */
  written: boolean;
}

class Compiler {
  readonly #schema: GraphQLSchema;
  readonly #operation: OperationDefinitionNode;
  readonly #known: ReadonlySet<string> | undefined;
  readonly #coversWritten: boolean;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #defaults = new Map<string, unknown>();
  /** A fragment is compiled once for each kind of place, so that a document costs its length, not its expansion. */
  readonly #spreads = new Map<string, Requirements>();

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    known: ReadonlySet<string> | undefined,
    coversWritten: boolean,
  ) {
    this.#schema = schema;
    this.#operation = operation;
    this.#known = known;
    this.#coversWritten = coversWritten;
    for (const node of document.definitions) {
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(node.name.value, node);
    }
    for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
      if (defaultValue) this.#defaults.set(variable.name.value, valueFromASTUntyped(defaultValue));
    }
  }

  compile(): Requirements {
    const requirements: Requirements = { always: new Set(), parts: [] };
    const type = this.#schema.getRootType(this.#operation.operation);
    if (type) this.#selections(this.#operation.selectionSet, { type, possible: [type], written: false }, requirements);
    return requirements;
  }

  #selections({ selections }: SelectionSetNode, place: Place, into: Requirements): void {
    for (const selection of selections) {
      const conditions = this.#conditions(selection.directives);
      if (conditions === undefined) continue;
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        into.parts.push({ conditions, requirements: this.#spread(selection.name.value, place) });
        continue;
      }
      const part = conditions.length === 0 ? into : { always: new Set<ScopeAlternatives>(), parts: [] };
      if (part !== into) into.parts.push({ conditions, requirements: part });
      if (selection.kind === Kind.FIELD) this.#field(selection, place, part);
      else this.#narrowed(selection.typeCondition?.name.value, selection.selectionSet, place, part);
    }
  }

  #field({ name: { value: name }, selectionSet }: FieldNode, place: Place, into: Requirements): void {
    if (name.startsWith('__')) return;
    for (const type of new Set([place.type, ...place.possible])) {
      // The type of an object was counted on the way to it, unless it was written. Behind an abstract type it is known only here.
      const counted = place.written ? this.#coversWritten : type === place.type;
      if (!counted) add(scopesOf(type), into);
      const field = 'getFields' in type ? type.getFields()[name] : undefined;
      if (!field || !('args' in field)) continue;
      add(scopesOf(field), into);
      const returned = getNamedType(field.type);
      const written = this.#isMutationRoot(place) && scopesOf(field).length > 0;
      if (!written || (!selectionSet && !this.#coversWritten)) add(scopesOf(returned), into);
      if (selectionSet && type === place.type) {
        this.#selections(selectionSet, { type: returned, possible: this.#possible(returned), written }, into);
      }
    }
  }

  #isMutationRoot(place: Place): boolean {
    return place.type === this.#schema.getMutationType();
  }

  #spread(name: string, place: Place): Requirements {
    const fragment = this.#fragments.get(name);
    const key = `${name} ${place.written} ${place.possible.map((type) => type.name).join()}`;
    let requirements = this.#spreads.get(key);
    if (!requirements) {
      requirements = { always: new Set(), parts: [] };
      this.#spreads.set(key, requirements);
      if (fragment) this.#narrowed(fragment.typeCondition.name.value, fragment.selectionSet, place, requirements);
    }
    return requirements;
  }

  /** Selections under a type condition, which leaves of the possible types those that fulfil it. */
  #narrowed(condition: string | undefined, selectionSet: SelectionSetNode, place: Place, into: Requirements): void {
    const type = condition === undefined ? place.type : this.#schema.getType(condition);
    if (!type) return;
    if (!place.written) add(scopesOf(type), into);
    const fulfilling = new Set(this.#possible(type));
    const possible = place.possible.filter((one) => fulfilling.has(one));
    this.#selections(selectionSet, { type, possible, written: place.written }, into);
  }

  #possible(type: GraphQLNamedType): readonly GraphQLObjectType[] {
    if (isAbstractType(type)) return this.#schema.getPossibleTypes(type);
    return isObjectType(type) ? [type] : [];
  }

  /** The known variables that the selection depends on; undefined if its directives leave it out always. */
  #conditions(directives: readonly DirectiveNode[] = []): Condition[] | undefined {
    const conditions: Condition[] = [];
    for (const directive of directives) {
      const name = directive.name.value;
      if (name !== 'include' && name !== 'skip') continue;
      const leftOutWhen = name === 'skip';
      const test = directive.arguments?.find((argument) => argument.name.value === 'if')?.value;
      if (test?.kind === Kind.BOOLEAN && test.value === leftOutWhen) return undefined;
      if (test?.kind !== Kind.VARIABLE) continue;
      const variable = test.name.value;
      if (this.#known && !this.#known.has(variable)) continue;
      conditions.push({ variable, leftOutWhen, otherwise: this.#defaults.get(variable) });
    }
    return conditions;
  }
}

function add(needs: readonly ScopeAlternatives[], into: Requirements): void {
  for (const need of needs) into.always.add(need);
}
