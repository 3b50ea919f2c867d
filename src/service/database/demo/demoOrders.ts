import type { OrderStatus } from '../client/enums.ts';
import { PEOPLE } from './people.ts';
import { PRODUCTS } from './products.ts';
import { seededRandom } from './seededRandom.ts';

/** An order of the demo data set; people and products are indexes of their lists. */
export interface DemoOrder {
  person: number | null;
  status: OrderStatus;
  createdAt: Date;
  total: number;
  items: { product: number; quantity: number; unitPrice: number }[];
}

const ORDER_COUNT = 360;
const PERIOD_DAYS = 180;
const DAY_MS = 86_400_000;

/** Generates the orders of the 180 days before `now`, oldest first: always the same ones, except for their dates. */
export function demoOrders(now: Date): DemoOrder[] {
  const random = seededRandom('orders');
  const below = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length: ORDER_COUNT }, (_, index) => {
    const age = PERIOD_DAYS * (1 - (index + random()) / ORDER_COUNT);
    const products = new Set(Array.from({ length: 1 + below(5) }, () => below(PRODUCTS.length)));
    const items = [...products].map((product) => ({
      product,
      quantity: random() < 0.7 ? 1 : 2 + below(5),
      unitPrice: PRODUCTS[product]?.price ?? 0,
    }));
    return {
      // Some orders have no user, and some users have no orders.
      person: random() < 0.12 ? null : below(Math.floor(PEOPLE.length * 0.8)),
      status: statusAt(age, random()),
      createdAt: new Date(now.getTime() - age * DAY_MS),
      total: items.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0),
      items,
    };
  });
}

/** The status of an order after `age` days; `chance` is from 0 up to 1. */
function statusAt(age: number, chance: number): OrderStatus {
  if (chance < 0.06) return 'CANCELLED';
  if (age < 2) return chance < 0.5 ? 'PENDING' : 'PAID';
  if (age < 5) return chance < 0.25 ? 'PENDING' : chance < 0.6 ? 'PAID' : 'SHIPPED';
  if (age < 12) return chance < 0.15 ? 'PAID' : chance < 0.5 ? 'SHIPPED' : 'DELIVERED';
  return 'DELIVERED';
}
