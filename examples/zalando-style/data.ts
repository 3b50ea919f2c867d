// Orders in memory.

export interface Money {
  amount: string;
  currency: string;
}

export interface OrderLine {
  sku: string;
  quantity: number;
  unitPrice: Money;
}

export interface Order {
  id: string;
  version: number;
  customer: string;
  status: 'OPEN' | 'IN_DELIVERY' | 'DELIVERED';
  channel: string;
  discount: Money | null;
  lines: readonly OrderLine[];
  note: string | null;
  createdAt: string;
  modifiedAt: string;
}

/** Creates the first orders, the oldest first. */
export function createOrders(): Order[] {
  const statuses = ['DELIVERED', 'DELIVERED', 'IN_DELIVERY', 'OPEN', 'OPEN'] as const;
  return statuses.map((status, index) => ({
    id: String(index + 1),
    version: 1,
    customer: ['Ada', 'Grace', 'Edsger'][index % 3]!,
    status,
    channel: 'WEB',
    discount: index === 0 ? { amount: '5.00', currency: 'EUR' } : null,
    lines: [{ sku: 'SHOE', quantity: index + 1, unitPrice: { amount: '19.95', currency: 'EUR' } }],
    note: null,
    createdAt: `2027-01-0${index + 1}T10:00:00Z`,
    modifiedAt: `2027-01-0${index + 1}T10:00:00Z`,
  }));
}

export const countries = [
  { code: 'DE', name: 'Germany' },
  { code: 'NL', name: 'Netherlands' },
] as const;
