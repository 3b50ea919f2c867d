// The cost of a prepared operation as a function of its variables, in the units of `estimateCost`. The document is visited once;
// each request evaluates only what depends on variables.
import {
  type ArgumentNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type SelectionSetNode,
  type ValueNode,
  Kind,
  getNamedType,
  getNullableType,
  getOperationAST,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql';
import { MAX_LIST_LENGTH } from './estimateCost.ts';

/** The cost of one request. */
export type CostOf = (variables: Readonly<Record<string, unknown>>) => number;

type Value = (variables: Readonly<Record<string, unknown>>) => unknown;

/** A part of the cost: a constant, or a function of the variables. */
type Cost = number | CostOf;

/**
 * Compiles the cost of a document of one operation. `sizes` are the names of the arguments that bound a list, such as `first`.
 * The alternatives of an abstract type count as the most expensive one.
 */
export function compileCost(schema: GraphQLSchema, document: DocumentNode, sizes: ReadonlySet<string>): CostOf {
  const operation = getOperationAST(document)!;
  const root = schema.getRootType(operation.operation)!;
  const cost = new CostCompiler(document, schema, sizes).selection(operation.selectionSet, root, false);
  return typeof cost === 'number' ? () => cost : cost;
}

class CostCompiler {
  readonly #schema: GraphQLSchema;
  readonly #sizes: ReadonlySet<string>;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #defaults: ReadonlyMap<string, ValueNode>;

  constructor(document: DocumentNode, schema: GraphQLSchema, sizes: ReadonlySet<string>) {
    this.#schema = schema;
    this.#sizes = sizes;
    const fragments = new Map<string, FragmentDefinitionNode>();
    const defaults = new Map<string, ValueNode>();
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
      for (const { variable, defaultValue } of definition.variableDefinitions ?? []) {
        if (defaultValue) defaults.set(variable.name.value, defaultValue);
      }
    }
    this.#fragments = fragments;
    this.#defaults = defaults;
  }

  /** `isSized`: the size of a field around it counts the items of its lists. */
  selection({ selections }: SelectionSetNode, parent: GraphQLCompositeType, isSized: boolean): Cost {
    const common: Cost[] = [];
    const alternatives = new Map<string, Cost[]>();
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        common.push(this.#conditional(node.directives, this.#field(node, parent, isSized)));
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(node.name.value)! : node;
      const condition = fragment.typeCondition?.name.value ?? parent.name;
      const type = this.#schema.getType(condition) as GraphQLCompositeType;
      const cost = this.#conditional(node.directives, this.selection(fragment.selectionSet, type, isSized));
      if (condition === parent.name || isObjectType(parent)) common.push(cost);
      else alternatives.set(condition, [...(alternatives.get(condition) ?? []), cost]);
    }
    return sum([...common, max([...alternatives.values()].map(sum))]);
  }

  #field(node: FieldNode, parent: GraphQLCompositeType, isSized: boolean): Cost {
    if (!node.selectionSet) return 1;
    const field = fieldOf(parent, node.name.value);
    // Introspection.
    if (!field) return 1;
    const type = getNamedType(field.type);
    if (!isCompositeType(type)) return 1;
    const isList = isListType(getNullableType(field.type));
    const size = this.#sizeOf(node, field);
    const items = size ?? (isList && !isSized ? MAX_LIST_LENGTH : 1);
    const child = this.selection(node.selectionSet, type, !isList && (size !== undefined || isSized));
    if (typeof items === 'number' && typeof child === 'number') return 1 + items * child;
    const [itemsOf, childOf] = [toFunction(items), toFunction(child)];
    return (variables) => 1 + itemsOf(variables) * childOf(variables);
  }

  /** The greatest of the arguments that bound the list; undefined where none does. */
  #sizeOf({ arguments: args = [] }: FieldNode, field: GraphQLField<unknown, unknown>): Cost | undefined {
    const sizes = field.args.flatMap(({ name, defaultValue }): Cost[] => {
      if (!this.#sizes.has(name)) return [];
      const argument = args.find((each: ArgumentNode) => each.name.value === name);
      if (!argument) return defaultValue === undefined ? [] : [lengthOf(defaultValue)];
      const value = this.#valueOf(argument.value);
      if (typeof value !== 'function') return [lengthOf(value)];
      return [(variables) => lengthOf(value(variables) ?? defaultValue)];
    });
    if (sizes.length > 0) return max(sizes);
    return field.args.some(({ name }) => this.#sizes.has(name)) ? MAX_LIST_LENGTH : undefined;
  }

  #conditional(directives: readonly DirectiveNode[] = [], cost: Cost): Cost {
    const conditions = directives.flatMap(({ name, arguments: [argument] = [] }) =>
      argument && (name.value === 'include' || name.value === 'skip')
        ? [{ value: this.#valueOf(argument.value), wanted: name.value === 'include' }]
        : [],
    );
    if (conditions.length === 0) return cost;
    const costOf = toFunction(cost);
    return (variables) =>
      conditions.every(({ value, wanted }) => (typeof value === 'function' ? value(variables) : value) === wanted)
        ? costOf(variables)
        : 0;
  }

  /** A constant, or a function of the variables. */
  #valueOf(node: ValueNode): Value | string | boolean | undefined {
    if (node.kind !== Kind.VARIABLE) return 'value' in node ? node.value : undefined;
    const name = node.name.value;
    const given = this.#defaults.get(name);
    const fallback = given && 'value' in given ? given.value : undefined;
    return (variables) => variables[name] ?? fallback;
  }
}

function fieldOf(parent: GraphQLCompositeType, name: string): GraphQLField<unknown, unknown> | undefined {
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
}

/** A size that is not known is that of a list without one. */
function lengthOf(value: unknown): number {
  const length = value === null || value === undefined ? NaN : Number(value);
  return Number.isNaN(length) ? MAX_LIST_LENGTH : Math.max(0, length);
}

function toFunction(cost: Cost): CostOf {
  return typeof cost === 'number' ? () => cost : cost;
}

function sum(costs: readonly Cost[]): Cost {
  return combine(costs, (all) => all.reduce((total, each) => total + each, 0));
}

function max(costs: readonly Cost[]): Cost {
  return combine(costs, (all) => Math.max(0, ...all));
}

/** Constants are combined once. */
function combine(costs: readonly Cost[], operate: (values: readonly number[]) => number): Cost {
  const constants = costs.filter((cost) => typeof cost === 'number');
  const functions = costs.filter((cost) => typeof cost === 'function');
  const constant = operate(constants);
  if (functions.length === 0) return constant;
  if (functions.length === 1 && constant === 0) return functions[0]!;
  return (variables) => operate([constant, ...functions.map((each) => each(variables))]);
}
