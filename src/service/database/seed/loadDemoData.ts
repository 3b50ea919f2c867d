import type { Prisma, PrismaClient } from '../client/client.ts';
import { readCities, readOrders, readPeople, readProducts } from './demoData.ts';

const DAY_MS = 86_400_000;

/** Of the transaction: the longest delay of a timer, because it waits for that of another process, however long it takes. */
const TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Loads the demo data set, once: the row in `data_sets` remains when everything else is deleted. Of several processes that
 * start together one loads it, and the others wait, at the primary key of that row. False if it was loaded before.
 */
export async function loadDemoData(client: PrismaClient, now = new Date()): Promise<boolean> {
  const load = async (transaction: Prisma.TransactionClient) => {
    const { count } = await transaction.dataSet.createMany({ data: { name: 'demo' }, skipDuplicates: true });
    if (count === 1) await createAll(transaction, now);
    return count === 1;
  };
  return client.$transaction(load, { maxWait: TIMEOUT_MS, timeout: TIMEOUT_MS });
}

async function createAll(client: Prisma.TransactionClient, now: Date): Promise<void> {
  const [people, products, orders, cities] = await Promise.all([
    readPeople(),
    readProducts(),
    readOrders(),
    readCities(),
  ]);
  const before = (ageMs: number) => new Date(now.getTime() - ageMs);

  // In a database that already has users, an e-mail address may be taken.
  const others = await client.user.findMany({
    where: { email: { in: people.flatMap(({ email }) => email ?? []), mode: 'insensitive' } },
    select: { email: true },
  });
  const taken = new Set(others.map(({ email }) => email?.toLowerCase()));
  // PostgreSQL returns rows in the order in which they are inserted.
  const users = await client.user.createManyAndReturn({
    data: people.map(({ email, ...names }, index) => ({
      ...names,
      email: email !== null && taken.has(email) ? null : email,
      createdAt: before((400 - 1.5 * index) * DAY_MS),
    })),
    select: { id: true },
  });
  const productRows = await client.product.createManyAndReturn({
    data: products.map((product, index) => ({
      ...product,
      currency: 'EUR',
      createdAt: before((420 - index) * DAY_MS),
    })),
    select: { id: true },
  });
  const orderRows = await client.order.createManyAndReturn({
    data: orders.map(({ status, person, items, ageMs }) => ({
      status,
      userId: person === null ? null : users[person]!.id,
      total: items.reduce((sum, { product, quantity }) => sum + quantity * products[product]!.price, 0),
      currency: 'EUR',
      createdAt: before(ageMs),
    })),
    select: { id: true },
  });
  await client.orderItem.createMany({
    data: orders.flatMap(({ items }, index) =>
      items.map(({ product, quantity }, position) => ({
        orderId: orderRows[index]!.id,
        position,
        productId: productRows[product]!.id,
        quantity,
        unitPrice: products[product]!.price,
      })),
    ),
  });
  await client.city.createMany({
    data: cities.map(({ name, key, timeZone }) => ({ name, key, timeZone })),
    skipDuplicates: true,
  });
}
