// The root value of the schema, for graphql-js, over data in memory. A failure that a client can correct is data: `userErrors`.
import { GraphQLError } from 'graphql';

interface Customer {
  id: string;
  createdAt: string;
  email: string | null;
  name: string | null;
  address: object | null;
  defaultSource: object | null;
  metadata: Record<string, unknown>;
}

interface Charge {
  id: string;
  createdAt: string;
  total: { minorUnits: number; currency: string };
  customerId: string;
  captured: boolean;
  description: string | null;
}

interface Slice {
  first?: number;
  after?: string;
  last?: number;
  before?: string;
}

interface CustomersArgs extends Slice {
  filter?: { email?: string; createdAt?: { from?: string; before?: string } };
}

/** Null removes a value, and what is absent stays as it is. */
type CustomerInput = Partial<Pick<Customer, 'email' | 'name' | 'address'>> & {
  metadata?: unknown;
};

type ChargeInput = Pick<Charge, 'total' | 'customerId'> & { capture: boolean; description?: string | null };

type Code =
  | 'AMOUNT_TOO_SMALL'
  | 'CARD_DECLINED'
  | 'CHARGE_ALREADY_CAPTURED'
  | 'CUSTOMER_NOT_FOUND'
  | 'EMAIL_INVALID'
  | 'METADATA_INVALID';

/** The card of this number is declined. */
const DECLINED = '0002';
const MIN_MINOR_UNITS = 50;
/** The payload of a write on what does not exist. */
const NOTHING = { customer: null, charge: null, userErrors: [] };

/** Creates the root value with its own data: three customers and two charges. */
export function createRoot() {
  let customers = firstCustomers();
  const charges = firstCharges();
  const findCustomer = (id: string) => customers.find((each) => each.id === id);
  const toCharge = (charge: Charge) => ({
    ...charge,
    customer: findCustomer(charge.customerId) ?? null,
    status: charge.captured ? 'SUCCEEDED' : 'REQUIRES_CAPTURE',
  });
  const write = (customer: Customer, input: CustomerInput) => {
    if (typeof input.email === 'string' && !input.email.includes('@')) {
      return refuse('EMAIL_INVALID', `Invalid email address: ${input.email}`, ['input', 'email']);
    }
    const { metadata = {}, ...values } = input;
    if (typeof metadata !== 'object' || Array.isArray(metadata)) {
      return refuse('METADATA_INVALID', 'Metadata must be an object.', ['input', 'metadata']);
    }
    Object.assign(customer, values);
    const merged: Record<string, unknown> = { ...(metadata !== null && customer.metadata), ...metadata };
    customer.metadata = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
    return { customer, userErrors: [] };
  };
  return {
    customer: ({ id }: { id: string }) => findCustomer(id) ?? null,
    customers({ filter: { email, createdAt: { from, before } = {} } = {}, ...slice }: CustomersArgs) {
      const found = customers.filter(
        (each) =>
          (email === undefined || each.email === email) &&
          (from === undefined || Date.parse(each.createdAt) >= Date.parse(from)) &&
          (before === undefined || Date.parse(each.createdAt) < Date.parse(before)),
      );
      return connect(found, slice, (customer) => customer);
    },
    charge({ id }: { id: string }) {
      const charge = charges.find((each) => each.id === id);
      return charge ? toCharge(charge) : null;
    },
    charges({ filter: { customerId } = {}, ...slice }: Slice & { filter?: { customerId?: string } }) {
      const found = charges.filter((each) => customerId === undefined || each.customerId === customerId);
      return connect(found, slice, toCharge);
    },
    createCustomer({ input }: { input: CustomerInput }) {
      const customer = createCustomer(customers.length + 1, '2026-03-01T10:00:00Z');
      const written = write(customer, input);
      if (written.userErrors.length === 0) customers = [customer, ...customers];
      return written;
    },
    updateCustomer({ id, input }: { id: string; input: CustomerInput }) {
      const customer = findCustomer(id);
      return customer ? write(customer, input) : NOTHING;
    },
    deleteCustomer({ id }: { id: string }) {
      const customer = findCustomer(id);
      customers = customers.filter((each) => each !== customer);
      return customer ?? null;
    },
    createCharge({ input: { capture, ...input } }: { input: ChargeInput }) {
      const customer = findCustomer(input.customerId);
      if (!customer) {
        return refuse('CUSTOMER_NOT_FOUND', `No such customer: '${input.customerId}'`, ['input', 'customerId']);
      }
      if (input.total.minorUnits < MIN_MINOR_UNITS) {
        const message = `Amount must be at least ${MIN_MINOR_UNITS}.`;
        return refuse('AMOUNT_TOO_SMALL', message, ['input', 'total', 'minorUnits']);
      }
      if ((customer.defaultSource as { last4?: string } | null)?.last4 === DECLINED) {
        return refuse('CARD_DECLINED', 'Your card was declined.');
      }
      const id = `ch_${charges.length + 1}`;
      const charge = { description: null, ...input, id, createdAt: '2026-03-01T11:00:00Z', captured: capture };
      charges.unshift(charge);
      return { charge: toCharge(charge), userErrors: [] };
    },
    captureCharge({ id }: { id: string }) {
      const charge = charges.find((each) => each.id === id);
      if (!charge) return NOTHING;
      if (charge.captured) return refuse('CHARGE_ALREADY_CAPTURED', `Charge ${id} has already been captured.`);
      charge.captured = true;
      return { charge: toCharge(charge), userErrors: [] };
    },
  };
}

/** A Relay connection whose cursors are the ids of its nodes. See https://relay.dev/graphql/connections.htm */
function connect<Item extends { id: string }, Node>(
  all: readonly Item[],
  { first, after, last, before }: Slice,
  mapItem: (item: Item) => Node,
) {
  const indexOf = (cursor: string) => {
    const index = all.findIndex(({ id }) => id === cursor);
    if (index >= 0) return index;
    throw new GraphQLError(`No such object: '${cursor}'`, { extensions: { code: 'UNKNOWN_CURSOR' } });
  };
  const end = before === undefined ? all.length : indexOf(before);
  const start = after === undefined ? 0 : indexOf(after) + 1;
  const from = last === undefined ? start : Math.max(start, end - last);
  const page = all.slice(from, first === undefined ? end : Math.min(end, from + first));
  return {
    nodes: page.map(mapItem),
    pageInfo: {
      hasNextPage: from + page.length < all.length,
      hasPreviousPage: from > 0,
      startCursor: page[0]?.id ?? null,
      endCursor: page.at(-1)?.id ?? null,
    },
  };
}

/** A payload without a result. */
function refuse(code: Code, message: string, field: readonly string[] | null = null) {
  return { ...NOTHING, userErrors: [{ code, message, field }] };
}

function createCustomer(number: number, createdAt: string): Customer {
  return {
    id: `cus_${number}`,
    createdAt,
    email: null,
    name: null,
    address: null,
    defaultSource: null,
    metadata: {},
  };
}

function firstCustomers(): Customer[] {
  const [one, two, three] = [1, 2, 3].map((number) => createCustomer(number, `2026-02-0${number}T10:00:00Z`)) as [
    Customer,
    Customer,
    Customer,
  ];
  return [
    { ...three, defaultSource: { __typename: 'Card', id: 'card_2', brand: 'AMERICAN_EXPRESS', last4: DECLINED } },
    { ...two, defaultSource: { __typename: 'BankAccount', id: 'ba_1', bankName: 'Test Bank', last4: '6789' } },
    {
      ...one,
      email: 'jenny@example.com',
      name: 'Jenny Rosen',
      address: { line1: '510 Townsend St', city: 'San Francisco', postalCode: '94103', country: 'US' },
      defaultSource: { __typename: 'Card', id: 'card_1', brand: 'VISA', last4: '4242' },
      metadata: { order_id: '6735' },
    },
  ];
}

function firstCharges(): Charge[] {
  const charge = { customerId: 'cus_1', description: null, captured: true };
  return [
    {
      ...charge,
      id: 'ch_2',
      createdAt: '2026-02-11T10:00:00Z',
      total: { minorUnits: 500, currency: 'JPY' },
      captured: false,
    },
    {
      ...charge,
      id: 'ch_1',
      createdAt: '2026-02-10T10:00:00Z',
      total: { minorUnits: 2000, currency: 'USD' },
      description: 'A book',
    },
  ];
}
