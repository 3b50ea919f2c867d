// From a selection set to the shape of its JSON. Refuses selections that no single JSON shape could describe.
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLSchema,
  GraphQLString,
  type SelectionSetNode,
  Kind,
  getNamedType,
  isCompositeType,
  isNonNullType,
  print,
} from 'graphql';
import type { ConnectionNames, Conventions } from '../conventions/Conventions.ts';
import type { Report } from '../errors/Diagnostic.ts';
import { isOwnDirective, readDirective } from '../document/directives.ts';
import { collectFailures } from '../runtime/failures.ts';
import type { Shape, ShapeProperty } from '../plan/Shape.ts';
import {
  type Occurrence,
  type Part,
  collectFields,
  definitionOf,
  partOf,
  partsBelow,
  scopesOf,
  typeNameAt,
} from './collectFields.ts';

/** The shape of a whole operation, and where in it the connection is that `@paginate` stands on. */
export interface CompiledShape {
  shape: Shape & { kind: 'object' };
  paginated: { node: FieldNode; parent: GraphQLCompositeType }[];
}

export interface ShapeContext {
  schema: GraphQLSchema;
  /** All fragments that the operation spreads. */
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The names of those that its own file defines; the others are shapes of the version, named components. */
  own: ReadonlySet<string>;
  conventions: Conventions;
}

/** Compiles the shape under a root type. The document is valid. */
export function compileShape(
  { schema, fragments, own, conventions }: ShapeContext,
  root: GraphQLCompositeType,
  selectionSet: SelectionSetNode,
  report: Report,
): CompiledShape {
  const paginated: CompiledShape['paginated'] = [];

  const objectShape = (parts: readonly Part[]): Shape & { kind: 'object' } => {
    const failures = collectFailures(schema, fragments, parts);
    const isFailure = (name: string) => failures?.types.some(({ names }) => names.has(name)) ?? false;
    const scopes = parts.flatMap((part) => scopesOf(schema, part)).filter((scope) => !isFailure(typeNameAt(scope)));
    const fields = collectFields(schema, fragments, parts);
    const selected = new Set([...fields.values()].flat().flatMap(({ on }) => [...on]));
    const unselected = [...new Set(scopes.filter((scope) => !selected.has(scope)).map(typeNameAt))];
    const properties = [...fields].map(([key, occurrences]): ShapeProperty => {
      const definition = fieldOf(occurrences[0]!);
      const always = new Set(occurrences.flatMap(({ condition, on }) => (condition === '' ? [...on] : [])));
      return {
        key,
        field: occurrences[0]!.node.name.value,
        shape: fieldShape(occurrences),
        required: scopes.every((scope) => always.has(scope)),
        description: definition.description ?? undefined,
        deprecated: definition.deprecationReason ?? undefined,
      };
    });
    const component = componentOf(parts);
    return { kind: 'object', type: parts[0]!.type, properties, unselected, component, failures, nullable: true };
  };

  /** A selection that is one spread of a shape of the version, and nothing else. */
  const componentOf = (parts: readonly Part[]): string | undefined => {
    const [only, second] = parts.length === 1 ? parts[0]!.set.selections : [];
    if (second || only?.kind !== Kind.FRAGMENT_SPREAD || only.directives?.length) return undefined;
    const name = only.name.value;
    return own.has(name) ? undefined : name;
  };

  const fieldShape = (occurrences: readonly Occurrence[]): Shape => {
    const [{ node, parent }] = occurrences as [Occurrence];
    checkDirectives(occurrences, report);
    if (node.name.value === '__typename') {
      const on = new Set(occurrences.flatMap((each) => [...each.on].map(typeNameAt)));
      return { ...STRING, names: [...on].sort() };
    }
    // Under different type conditions one key may hold objects of different types.
    const parts = partsBelow(occurrences, (each) => getNamedType(typeOf(each)) as GraphQLCompositeType);
    const unwrap = readDirective('unwrap', node) !== undefined;
    if (readDirective('paginate', node)) {
      const again = occurrences.find((each) => each.node.loc !== node.loc);
      if (again) {
        const message = `"${again.node.name.value}" is paginated, and so is selected in one place.`;
        report(again.node, message, 'Move what this selects to the first.');
      }
      paginated.push({ node, parent });
      return connectionShape(node, typeOf(occurrences[0]!), parts, unwrap);
    }
    return typeShape(node, typeOf(occurrences[0]!), parts, unwrap);
  };

  const typeShape = (node: FieldNode, type: GraphQLOutputType, parts: readonly Part[], unwrap: boolean): Shape => {
    if (isNonNullType(type)) return { ...typeShape(node, type.ofType, parts, unwrap), nullable: false };
    if (type instanceof GraphQLList) {
      return { kind: 'list', of: typeShape(node, type.ofType, parts, unwrap), nullable: true };
    }
    if (!isCompositeType(type)) {
      if (unwrap) {
        const message = `@unwrap stands on "${node.name.value}", which is no object.`;
        report(node, message, 'Leave it out.');
      }
      return { kind: 'leaf', type, nullable: true };
    }
    const object = objectShape(parts);
    if (!unwrap) return object;
    const [only, second] = object.properties;
    if (!only || second || !only.required) {
      const message = `@unwrap stands on "${node.name.value}", which is to have one child that is always there.`;
      report(node, message, 'Select one field without conditions, or leave @unwrap out.');
    }
    return {
      kind: 'unwrapped',
      key: only?.key ?? '',
      field: only?.field ?? '',
      of: only?.shape ?? object,
      failures: object.failures,
      nullable: true,
    };
  };

  /** With an envelope a connection selects exactly `nodes`, or `edges @unwrap { node }`. */
  const connectionShape = (
    node: FieldNode,
    type: GraphQLOutputType,
    parts: readonly Part[],
    unwrap: boolean,
  ): Shape => {
    if (isNonNullType(type)) return { ...connectionShape(node, type.ofType, parts, unwrap), nullable: false };
    const selected = typeShape(node, type, parts, unwrap);
    if (selected.kind !== 'object' && selected.kind !== 'unwrapped') {
      refuseConnection(node);
      return selected;
    }
    const object = isCompositeType(type) ? objectShape(parts) : undefined;
    const { nodes, edges } = conventions.connection;
    const items = object?.properties.find(({ field }) => field === nodes || field === edges);
    const list = items?.shape.kind === 'list' ? items.shape.of : undefined;
    const byEdge = items?.field === edges && list?.kind === 'unwrapped';
    const onlyItems = object?.properties.length === 1 && items?.required && (items.field === nodes || byEdge);
    if (conventions.page.envelope && (!onlyItems || !list || unwrap)) refuseConnection(node);
    const of = (byEdge ? list.of : list) ?? STRING;
    const key = items?.key ?? nodes;
    return {
      kind: 'connection',
      key,
      node: byEdge ? list.key : undefined,
      of: { ...of, nullable: false },
      selected: { ...sentOf(selected, conventions.connection), nullable: false },
      nullable: true,
    };
  };

  const refuseConnection = (node: FieldNode) => {
    const { nodes, edges } = conventions.connection;
    const message = `@paginate stands on "${node.name.value}", which is to select its items and nothing else.`;
    report(node, message, `Select "${nodes} { … }", or "${edges} @unwrap { node { … } }".`);
  };

  return { shape: objectShape([partOf(root, selectionSet)]), paginated };
}

/** What is sent of a connection without an envelope: its lists have no nulls, and on the last page its end is null. */
function sentOf<Selected extends Shape & { kind: 'object' | 'unwrapped' }>(
  selected: Selected,
  { nodes, edges, pageInfo }: ConnectionNames,
): Selected {
  const isItems = (field: string) => field === nodes || field === edges;
  const sent = ({ field, shape }: { field: string; shape: Shape }): Shape => {
    if (isItems(field) && shape.kind === 'list') return withoutNulls(shape);
    return field === pageInfo ? withNullableEnd(shape) : shape;
  };
  return selected.kind === 'unwrapped'
    ? { ...selected, of: sent({ field: selected.field, shape: selected.of }) }
    : { ...selected, properties: selected.properties.map((each) => ({ ...each, shape: sent(each) })) };
}

function withoutNulls(list: Shape & { kind: 'list' }): Shape {
  const { of } = list;
  const item = of.kind === 'unwrapped' ? { ...of, of: { ...of.of, nullable: false } } : of;
  return { ...list, nullable: false, of: { ...item, nullable: false } };
}

function withNullableEnd(info: Shape): Shape {
  const isEnd = (field: string) => field === 'endCursor';
  if (info.kind === 'unwrapped' && isEnd(info.field)) return { ...info, of: { ...info.of, nullable: true } };
  if (info.kind !== 'object') return info;
  const properties = info.properties.map((each) =>
    isEnd(each.field) ? { ...each, shape: { ...each.shape, nullable: true } } : each,
  );
  return { ...info, properties };
}

const STRING: Shape & { kind: 'leaf' } = { kind: 'leaf', type: GraphQLString, nullable: false };

function typeOf(occurrence: Occurrence): GraphQLOutputType {
  return fieldOf(occurrence).type;
}

function fieldOf({ node, parent }: Occurrence) {
  return definitionOf(node, parent) ?? TYPENAME;
}

/** The one field that every composite type has. */
const TYPENAME = {
  type: new GraphQLNonNull(GraphQLString),
  description: 'The name of the type of this object.',
  deprecationReason: undefined,
};

function checkDirectives(occurrences: readonly Occurrence[], report: Report): void {
  const written = ({ node }: Occurrence) =>
    (node.directives ?? [])
      .filter(isOwnDirective)
      .map((each) => print(each))
      .sort()
      .join(' ');
  const [first, ...rest] = occurrences as [Occurrence, ...Occurrence[]];
  for (const other of rest) {
    if (written(other) === written(first)) continue;
    const key = other.node.alias?.value ?? other.node.name.value;
    const message = `"${key}" is selected more than once, but not with the same directives.`;
    report(other.node, message, 'Write the same directives on each.');
  }
}
