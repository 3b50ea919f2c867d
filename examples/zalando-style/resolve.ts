// The root value of the schema, for graphql-js.
import { GraphQLError } from 'graphql';
import { type Order, type OrderLine, countries, createOrders } from './data.ts';

interface Slice {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
}

interface OrdersArgs extends Slice {
  filter?: {
    text?: string | null;
    statuses?: readonly Order['status'][] | null;
    createdAfter?: string | null;
  } | null;
  orderBy?: readonly { field: 'CREATED_AT' | 'CUSTOMER'; direction: 'ASC' | 'DESC' }[] | null;
}

interface Identified {
  id: string;
  version: number;
}

type CreateOrderInput = Pick<Order, 'customer' | 'channel' | 'lines'> & { note?: string | null };

interface Export {
  id: string;
  status: 'RUNNING' | 'DONE';
  flowId: string | null;
}

/** Creates a root value with its own orders. */
export function createRoot() {
  let orders = createOrders();
  let lastId = orders.length;
  const exports: Export[] = [];
  /** The order in this version. */
  const find = ({ id, version }: Identified) => {
    const order = orders.find((each) => each.id === id);
    if (order && order.version !== version) {
      throw new GraphQLError(`The order has version ${order.version}.`, { extensions: { code: 'VERSION_CONFLICT' } });
    }
    return order;
  };
  return {
    order({ id }: { id: string }) {
      const order = orders.find((each) => each.id === id);
      return order && toNode(order);
    },
    orders({ filter, orderBy, ...slice }: OrdersArgs) {
      const { text, statuses, createdAfter } = filter ?? {};
      const chosen = orders.filter(
        (each) =>
          (text == null || each.customer.toLowerCase().includes(text.toLowerCase())) &&
          (statuses == null || statuses.includes(each.status)) &&
          (createdAfter == null || Date.parse(each.createdAt) > Date.parse(createdAfter)),
      );
      return connect(chosen.sort(compareBy(orderBy ?? [])), slice);
    },
    countries: () => countries,
    export: ({ id }: { id: string }) => exports.find((each) => each.id === id),

    createOrder({ input }: { input: CreateOrderInput }) {
      const problems = validate(input.lines);
      if (problems.length > 0) return { order: null, problems };
      const now = '2027-02-01T10:00:00Z';
      const { customer, channel, lines, note = null } = input;
      const order: Order = {
        id: String(++lastId),
        version: 1,
        customer,
        status: 'OPEN',
        channel,
        discount: null,
        lines,
        note,
        createdAt: now,
        modifiedAt: now,
      };
      orders.push(order);
      return { order: toNode(order), problems };
    },
    updateOrder({ input, ...identified }: Identified & { input: Partial<Pick<Order, 'status' | 'note'>> }) {
      const order = find(identified);
      if (!order) return null;
      Object.assign(order, input, { version: order.version + 1, modifiedAt: '2027-02-02T10:00:00Z' });
      return toNode(order);
    },
    deleteOrder(identified: Identified) {
      const order = find(identified);
      orders = orders.filter((each) => each !== order);
      return order && toNode(order);
    },
    startExport({ flowId }: { flowId?: string | null }) {
      const started: Export = { id: `export-${exports.length + 1}`, status: 'RUNNING', flowId: flowId ?? null };
      exports.push(started);
      return started;
    },
  };
}

function toNode(order: Order) {
  const cents = order.lines.reduce(
    (sum, { quantity, unitPrice }) => sum + quantity * 100 * Number(unitPrice.amount),
    0,
  );
  const currency = order.lines[0]!.unitPrice.currency;
  return { ...order, total: { amount: (cents / 100).toFixed(2), currency } };
}

function validate(lines: readonly OrderLine[]) {
  const field = (index: number, ...names: string[]) => ['input', 'lines', String(index), ...names];
  return lines.flatMap(({ sku, unitPrice }, index) => [
    ...(sku === 'SOLD'
      ? [{ code: 'OUT_OF_STOCK', message: `${sku} is out of stock.`, field: field(index, 'sku') }]
      : []),
    ...(unitPrice.currency !== lines[0]!.unitPrice.currency
      ? [
          {
            code: 'MIXED_CURRENCIES',
            message: 'An order has one currency.',
            field: field(index, 'unitPrice', 'currency'),
          },
        ]
      : []),
  ]);
}

/** A Relay connection whose cursors are the ids of its nodes. See https://relay.dev/graphql/connections.htm */
function connect(all: readonly Order[], { first, after, last, before }: Slice) {
  const start = after == null ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const end = before == null ? all.length : all.findIndex(({ id }) => id === before);
  const within = all.slice(start, end);
  const page = first == null ? within.slice(-(last ?? within.length)) : within.slice(0, first);
  return {
    nodes: page.map(toNode),
    pageInfo: {
      startCursor: page[0]?.id ?? null,
      endCursor: page.at(-1)?.id ?? null,
      hasPreviousPage: page[0] !== all[0],
      hasNextPage: page.at(-1) !== all.at(-1),
    },
  };
}

function compareBy(orders: NonNullable<OrdersArgs['orderBy']>) {
  return (one: Order, other: Order) => {
    for (const { field, direction } of orders) {
      const key = field === 'CUSTOMER' ? 'customer' : 'createdAt';
      const compared = one[key].localeCompare(other[key]);
      if (compared !== 0) return direction === 'ASC' ? compared : -compared;
    }
    return 0;
  };
}
