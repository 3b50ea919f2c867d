// Orders in memory, in place of a table. Every method takes the filter that a database would have in its WHERE.

type OrderStatus = 'PENDING' | 'PAID' | 'CANCELLED' | 'REFUNDED';

export interface Order {
  id: number;
  customer: string;
  status: OrderStatus;
  total: number;
}

/** What an order must equal. */
export type OrderFilter = Partial<Pick<Order, 'customer' | 'status'>>;

interface Slice {
  first: number;
  /** The id before the first. */
  after: number;
  offset: number;
}

/** Orders 1 to 8; ada and eve take turns. */
export class OrderStore {
  readonly #orders: readonly Order[] = Array.from({ length: 8 }, (_, index) => ({
    id: index + 1,
    customer: index % 2 === 0 ? 'ada' : 'eve',
    status: index < 4 ? 'PENDING' : 'PAID',
    total: (index + 1) * 100,
  }));

  find(id: number, filter: OrderFilter): Order | undefined {
    return this.#matching(filter).find((order) => order.id === id);
  }

  list(filter: OrderFilter, { first, after, offset }: Slice): readonly Order[] {
    return this.#matching(filter)
      .filter(({ id }) => id > after)
      .slice(offset, offset + first);
  }

  count(filter: OrderFilter): number {
    return this.#matching(filter).length;
  }

  #matching(filter: OrderFilter): readonly Order[] {
    const wanted = Object.entries(filter) as [keyof OrderFilter, string][];
    return this.#orders.filter((order) => wanted.every(([name, value]) => order[name] === value));
  }
}
