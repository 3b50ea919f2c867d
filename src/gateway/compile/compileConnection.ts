import type { FieldNode } from 'graphql';
import type { ConnectionNames } from '../conventions/Conventions.ts';
import { directiveNode } from '../document/directiveNode.ts';
import type {
  ConnectionShape,
  LeafShape,
  ListShape,
  ObjectShape,
  Shape,
  ShapeProperty,
  UnwrappedShape,
} from '../plan/Shape.ts';
import type { CompileContext } from './CompileContext.ts';

type SelectedShape = ObjectShape | UnwrappedShape;

/** Takes the place of items where there are none, which is a diagnostic. */
const NO_ITEMS: LeafShape = { kind: 'leaf', type: 'String', nullable: false };

/**
 * The shape of a connection with `@paginate`, from that of its field. With an envelope it selects exactly `nodes`, or
 * `edges @unwrap { node }`.
 */
export function compileConnection(node: FieldNode, shape: Shape, context: CompileContext): Shape {
  const { connection, page } = context.conventions;
  if (shape.kind !== 'object' && shape.kind !== 'unwrapped') {
    reportItems(node, context);
    return shape;
  }
  const properties = propertiesOf(shape);
  const items = properties.find(({ field }) => isItems(field, connection));
  const item = items?.shape.kind === 'list' ? items.shape.of : undefined;
  const edge = items?.field === connection.edges && item?.kind === 'unwrapped' ? item : undefined;
  if (page.envelope) {
    const isAlone = shape.kind === 'object' && properties.length === 1 && items?.required;
    if (!isAlone || !item || (items.field === connection.edges && !edge)) reportItems(node, context);
  }
  const connectionShape: ConnectionShape = {
    kind: 'connection',
    key: items?.key ?? connection.nodes,
    ...(edge && { node: edge.key }),
    of: { ...(edge?.of ?? item ?? NO_ITEMS), nullable: false },
    selected: { ...sentSelection(shape, connection), nullable: false },
    nullable: shape.nullable,
  };
  return connectionShape;
}

/** Whether the page info that is selected includes the cursor of its end. */
export function selectsEndCursor({ selected }: ConnectionShape, { pageInfo }: ConnectionNames): boolean {
  const infos = selected.kind === 'object' ? selected.properties.filter(({ field }) => field === pageInfo) : [];
  return infos.some(({ shape }) => propertiesOf(shape).some(({ field }) => field === END_CURSOR));
}

const END_CURSOR = 'endCursor';

function isItems(field: string, { nodes, edges }: ConnectionNames): boolean {
  return field === nodes || field === edges;
}

function propertiesOf(shape: Shape): readonly ShapeProperty[] {
  if (shape.kind === 'object') return shape.properties;
  return shape.kind === 'unwrapped' ? [{ field: shape.field, key: shape.key, shape: shape.of, required: true }] : [];
}

function reportItems(node: FieldNode, { conventions, report }: CompileContext): void {
  const { nodes, edges } = conventions.connection;
  const message = `@paginate is on "${node.name.value}", which must select its items and nothing else.`;
  report(directiveNode(node, 'paginate'), message, `Select "${nodes} { … }", or "${edges} @unwrap { node { … } }".`);
}

/** What is sent of a connection without an envelope: its lists have no nulls, and on the last page its end is null. */
function sentSelection(selected: SelectedShape, names: ConnectionNames): SelectedShape {
  const sent = (field: string, shape: Shape): Shape => {
    if (isItems(field, names) && shape.kind === 'list') return withoutNulls(shape);
    return field === names.pageInfo ? withNullableEnd(shape) : shape;
  };
  if (selected.kind === 'unwrapped') return { ...selected, of: sent(selected.field, selected.of) };
  const properties = selected.properties.map((each) => ({ ...each, shape: sent(each.field, each.shape) }));
  return { ...selected, properties };
}

function withoutNulls(list: ListShape): ListShape {
  const { of } = list;
  const item: Shape = of.kind === 'unwrapped' ? { ...of, of: { ...of.of, nullable: false } } : of;
  return { ...list, nullable: false, of: { ...item, nullable: false } };
}

function withNullableEnd(info: Shape): Shape {
  if (info.kind === 'unwrapped' && info.field === END_CURSOR) return { ...info, of: { ...info.of, nullable: true } };
  if (info.kind !== 'object') return info;
  const properties = info.properties.map((each) =>
    each.field === END_CURSOR ? { ...each, shape: { ...each.shape, nullable: true } } : each,
  );
  return { ...info, properties };
}
