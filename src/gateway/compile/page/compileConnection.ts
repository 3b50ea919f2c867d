import { SELECTION } from '../../plan/conventions/pageBody.ts';
import { directiveNode } from '../document/directives.ts';
import type {
  ConnectionShape,
  ItemList,
  LeafShape,
  ListShape,
  ObjectShape,
  Shape,
  ShapeProperty,
} from '../../plan/Shape.ts';
import type { CompileContext, PagedField } from '../CompileContext.ts';
import { type ResolvedNames, resolvePage } from './resolvePage.ts';

/** Takes the place of items where there are none, which is a diagnostic. */
const NO_ITEMS: LeafShape = { kind: 'leaf', type: 'String', nullable: false };

/**
 * The shape of a field with `@paginate`, from that of its selection. Unless that is the page, a connection selects exactly
 * `nodes`, or `edges @unwrap { node }`.
 */
export function compileConnection(paged: PagedField, shape: Shape, context: CompileContext): Shape {
  if (shape.kind === 'list') return compileList(shape);
  const { names, hasWayBack } = resolvePage(paged, context);
  if (shape.kind !== 'object' && shape.kind !== 'unwrapped') {
    reportItems(paged, names, context);
    return shape;
  }
  const nodes = findFields(shape, names.nodes);
  const edges = findFields(shape, names.edges);
  const items = nodes[0] ?? edges[0];
  const item = items?.shape.kind === 'list' ? items.shape.of : undefined;
  const edge = items === edges[0] && item?.kind === 'unwrapped' ? item : undefined;
  if (context.conventions.page.body !== SELECTION) {
    const isAlone = shape.kind === 'object' && items?.isAlone;
    if (!isAlone || !item || (items === edges[0] && !edge)) reportItems(paged, names, context);
  }
  const lists = [...nodes, ...edges].flatMap(({ path, shape: list }) =>
    list.kind === 'list' ? itemList(path, list) : [],
  );
  const cursors = [
    ...findFields(shape, names.endCursor).map(({ path }) => ({ path, leadsTo: 'next' as const })),
    ...(hasWayBack ? findFields(shape, names.startCursor) : []).map(({ path }) => ({ path, leadsTo: 'prev' as const })),
  ];
  const connectionShape: ConnectionShape = {
    kind: 'connection',
    path: items?.path ?? names.nodes.split('.'),
    ...(edge && { node: edge.key }),
    of: { ...(edge?.of ?? item ?? NO_ITEMS), nullable: false },
    selected: { ...sentSelection(shape, names, hasWayBack), nullable: false },
    lists,
    cursors,
    nullable: shape.nullable,
  };
  return connectionShape;
}

/** A list without a connection is its items; null is a list without any. */
function compileList(list: ListShape): ConnectionShape {
  const selected = withoutNulls(list);
  const child = selected.of.kind === 'unwrapped' ? selected.of : undefined;
  return {
    kind: 'connection',
    path: [],
    ...(child && { node: child.key }),
    of: child ? child.of : selected.of,
    selected,
    lists: [itemList([], list)],
    cursors: [],
    nullable: false,
  };
}

function itemList(path: readonly string[], { of }: ListShape): ItemList {
  const item = of.kind === 'unwrapped' ? of.of : of;
  const unselected = item.kind === 'object' ? item.unselected : undefined;
  return { path, ...(of.kind === 'unwrapped' && { only: of.key }), ...(unselected && { unselected }) };
}

interface FoundField {
  /** Response keys. */
  path: string[];
  shape: Shape;
  /** Whether each object on the path selects nothing else, and this without a condition. */
  isAlone: boolean;
}

/** The selections of the fields at a dotted path. */
function findFields(shape: Shape, path: string): FoundField[] {
  const find = (at: Shape, [name, ...rest]: readonly string[]): FoundField[] => {
    if (name === undefined) return [{ path: [], shape: at, isAlone: true }];
    const properties = propertiesOf(at);
    return properties
      .filter(({ field }) => field === name)
      .flatMap((property) =>
        find(property.shape, rest).map((found) => ({
          path: [property.key, ...found.path],
          shape: found.shape,
          isAlone: found.isAlone && properties.length === 1 && property.required,
        })),
      );
  };
  return find(shape, path.split('.'));
}

/** The properties in the data of an object: a group is none, but what is in it. */
function propertiesOf(shape: Shape): readonly ShapeProperty[] {
  if (shape.kind === 'object') {
    return shape.properties.flatMap((property) =>
      property.shape.kind === 'group' ? propertiesOf(property.shape.of) : property,
    );
  }
  if (shape.kind === 'spread') return shape.path.length === 0 ? propertiesOf(shape.of) : [];
  return shape.kind === 'unwrapped' ? [{ field: shape.field, key: shape.key, shape: shape.of, required: true }] : [];
}

function reportItems({ node }: PagedField, { nodes, edges }: ResolvedNames, { report }: CompileContext): void {
  const message = `@paginate is on "${node.name.value}", which must select its items and nothing else.`;
  const selection = nodes.split('.').join(' { ');
  const end = ' }'.repeat(nodes.split('.').length - 1);
  const hint = `Select "${selection} { … }${end}", or "${edges} @unwrap { node { … } }".`;
  report(directiveNode(node, 'paginate'), message, hint);
}

/** What is sent of a connection that is the page itself: its lists have no nulls, and on the last page its end is null. */
function sentSelection(shape: Shape, { nodes, edges, ...names }: ResolvedNames, hasWayBack: boolean): Shape {
  const asItems = (list: Shape) => (list.kind === 'list' ? withoutNulls(list) : list);
  const asCursor = (cursor: Shape): Shape =>
    cursor.kind === 'wrapped' ? { ...cursor, of: asCursor(cursor.of) } : { ...cursor, nullable: true };
  const sent = changeAt(changeAt(shape, nodes, asItems), edges, asItems);
  const forward = changeAt(sent, names.endCursor, asCursor);
  return hasWayBack ? changeAt(forward, names.startCursor, asCursor) : forward;
}

function changeAt(shape: Shape, path: string, change: (shape: Shape) => Shape): Shape {
  const walk = (at: Shape, [name, ...rest]: readonly string[]): Shape => {
    if (name === undefined) return change(at);
    if (at.kind === 'unwrapped') return at.field === name ? { ...at, of: walk(at.of, rest) } : at;
    if (at.kind === 'spread') return { ...at, of: walkObject(at.of, [name, ...rest]) };
    return at.kind === 'object' ? walkObject(at, [name, ...rest]) : at;
  };
  const walkObject = (at: ObjectShape, [name, ...rest]: readonly [string, ...string[]]): ObjectShape => {
    const properties = at.properties.map((property) => {
      if (property.shape.kind === 'group') {
        return { ...property, shape: { ...property.shape, of: walkObject(property.shape.of, [name, ...rest]) } };
      }
      return property.field === name ? { ...property, shape: walk(property.shape, rest) } : property;
    });
    return { ...at, properties };
  };
  return walk(shape, path.split('.'));
}

function withoutNulls(list: ListShape): ListShape {
  const { of } = list;
  const item: Shape = of.kind === 'unwrapped' ? { ...of, of: { ...of.of, nullable: false } } : of;
  return { ...list, nullable: false, of: { ...item, nullable: false } };
}
