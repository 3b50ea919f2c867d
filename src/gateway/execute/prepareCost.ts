// The cost of an operation as a function of its variables: about the number of fields in a response whose lists are all full. The
// document is visited once; each request evaluates only what depends on its variables.
import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
  Kind,
  OperationTypeNode,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  isUnionType,
} from 'graphql';

/** The argument of `_entities`, which returns one entity for each representation. */
const REPRESENTATIONS = 'representations';

type Variables = Readonly<Record<string, unknown>>;

/** The cost of one request. Variables are valid; those that are absent count as their defaults. */
export type CostOf = (variables: Variables) => number;

/** A part of the cost: a constant, or a function of the variables. */
type Cost = number | CostOf;

export interface CostRules {
  /** The names of the arguments that bound lists, such as `first`: a page counts as long as its size. */
  sizes: ReadonlySet<string>;
  /** The assumed length of a list without a size. */
  listLength: number;
  /** The most fields to which fragments may expand: where a client spreads them often, there are many more than it sends. Absent: no limit. */
  maxNodes?: number;
}

/**
 * Prepares the cost of an operation. A field costs 1, plus the cost of its selection for each of its items. Of an abstract type,
 * the most expensive alternative counts. Throws an error for fragments that expand to more than `maxNodes` fields.
 */
export function prepareCost(
  schema: GraphQLSchema,
  { definitions }: DocumentNode,
  operation: OperationDefinitionNode,
  { sizes, listLength, maxNodes = Infinity }: CostRules,
): CostOf {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const defaults = new Map<string, ValueNode | undefined>();
  for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
    defaults.set(variable.name.value, defaultValue);
  }
  let nodes = 0;

  /** `isSized`: the size of a field around it counts the items of its lists. */
  function costOfSelection({ selections }: SelectionSetNode, parent: GraphQLCompositeType, isSized: boolean): Cost {
    const common: Cost[] = [];
    const alternatives = new Map<string, Cost[]>();
    for (const node of selections) {
      if (++nodes > maxNodes) throw new Error(`The fragments of the document expand to more than ${maxNodes} fields.`);
      if (node.kind === Kind.FIELD) {
        common.push(conditional(node.directives, costOfField(node, parent, isSized)));
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value)! : node;
      const condition = fragment.typeCondition?.name.value ?? parent.name;
      const type = schema.getType(condition) as GraphQLCompositeType;
      const cost = conditional(node.directives, costOfSelection(fragment.selectionSet, type, isSized));
      if (condition === parent.name || isObjectType(parent)) common.push(cost);
      else alternatives.set(condition, [...(alternatives.get(condition) ?? []), cost]);
    }
    const costs = [...alternatives.values()].map((alternative) => combine(alternative, add));
    return combine([...common, combine(costs, greater)], add);
  }

  function costOfField(node: FieldNode, parent: GraphQLCompositeType, isSized: boolean): Cost {
    const field = isUnionType(parent) ? undefined : parent.getFields()[node.name.value];
    // A leaf, or introspection.
    if (!node.selectionSet || !field) return 1;
    const type = getNamedType(field.type) as GraphQLCompositeType;
    const isList = isListType(getNullableType(field.type));
    const size = sizeOf(node, field);
    const items = size ?? (isList && !isSized ? listLength : 1);
    const child = costOfSelection(node.selectionSet, type, !isList && (isSized || size !== undefined));
    return combine([1, combine([items, child], multiply)], add);
  }

  /** The size of a field; undefined for one without. */
  function sizeOf({ arguments: passed = [] }: FieldNode, { args }: GraphQLField<unknown, unknown>): Cost | undefined {
    const lengthOf = (value: unknown) => lengthOfValue(value) ?? listLength;
    const bounds = args.filter(({ name }) => sizes.has(name) || name === REPRESENTATIONS);
    if (bounds.length === 0) return undefined;
    const lengths = bounds.flatMap(({ name, defaultValue }): Cost[] => {
      const value = passed.find((argument) => argument.name.value === name)?.value;
      if (!value) return defaultValue === undefined ? [] : [lengthOf(defaultValue)];
      if (value.kind !== Kind.VARIABLE) return [lengthOf(constantOf(value) ?? defaultValue)];
      const read = readerOf(value);
      return [(variables) => lengthOf(read(variables) ?? defaultValue)];
    });
    return lengths.length > 0 ? combine(lengths, greater) : listLength;
  }

  function conditional(directives: readonly DirectiveNode[] = [], cost: Cost): Cost {
    let current = cost;
    for (const { name, arguments: [argument] = [] } of directives) {
      const isInclude = name.value === 'include';
      if (!argument || (!isInclude && name.value !== 'skip')) continue;
      const read = readerOf(argument.value);
      const inner = toFunction(current);
      current = (variables) => (read(variables) === isInclude ? inner(variables) : 0);
    }
    return current;
  }

  function readerOf(node: ValueNode): (variables: Variables) => unknown {
    if (node.kind !== Kind.VARIABLE) return () => constantOf(node);
    const name = node.name.value;
    const defaultNode = defaults.get(name);
    const defaultValue = defaultNode && constantOf(defaultNode);
    return (variables) => (variables[name] === undefined ? defaultValue : variables[name]);
  }

  return toFunction(costOfSelection(operation.selectionSet, schema.getRootType(operation.operation)!, false));
}

/** The root fields of a mutation, where a fragment counts as one; undefined for another operation. */
export function mutatedFields({ operation, selectionSet }: OperationDefinitionNode): readonly string[] | undefined {
  if (operation !== OperationTypeNode.MUTATION) return undefined;
  return selectionSet.selections.map((node) => (node.kind === Kind.FIELD ? node.name.value : '...'));
}

/** The value of a literal; undefined for null and for objects. A list is as long as it is. */
function constantOf(node: ValueNode): unknown {
  if (node.kind === Kind.LIST) return node.values;
  return 'value' in node ? node.value : undefined;
}

/** The length that a value says; undefined where it is no number. */
function lengthOfValue(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  const length = typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
  return Number.isNaN(length) ? undefined : Math.max(0, length);
}

function toFunction(cost: Cost): CostOf {
  return typeof cost === 'number' ? () => cost : cost;
}

/** Combines constants once, and the rest for each request. Without any, it is 0. */
function combine(costs: readonly Cost[], operate: (one: number, other: number) => number): Cost {
  const constants = costs.filter((cost) => typeof cost === 'number');
  const functions = costs.filter((cost) => typeof cost === 'function');
  const constant = constants.length > 0 ? constants.reduce(operate) : undefined;
  if (functions.length === 0) return constant ?? 0;
  return (variables) => {
    let cost = constant;
    for (const part of functions) cost = cost === undefined ? part(variables) : operate(cost, part(variables));
    return cost!;
  };
}

const add = (one: number, other: number) => one + other;
const multiply = (one: number, other: number) => one * other;
const greater = (one: number, other: number) => Math.max(one, other);
