// Products in the database; the only file here that knows Prisma. It expects ids from 0 to 2^53 - 1.
import { Prisma, type PrismaClient } from '../../database/client/client.ts';
import type { Window } from '../Window.ts';

/** A product as resolvers see it. */
export interface ProductRow {
  id: number;
  name: string;
  description: string;
  /** Minor units of the currency. */
  price: number;
  currency: string;
}

type StoredProduct = Omit<ProductRow, 'id' | 'price'> & { id: bigint; price: bigint };

const COLUMNS = Prisma.sql`id, name, description, price, currency`;

export class ProductStore {
  readonly #client: PrismaClient;

  constructor(client: PrismaClient) {
    this.#client = client;
  }

  /** The products with these ids, in the order of the ids; null where there is none. */
  async readMany(ids: readonly number[]): Promise<(ProductRow | null)[]> {
    const rows = await this.#client.$queryRaw<StoredProduct[]>`SELECT ${COLUMNS} FROM products WHERE id = any(${ids})`;
    const products = new Map(rows.map((row) => [Number(row.id), toProduct(row)]));
    return ids.map((id) => products.get(id) ?? null);
  }

  /** The products of one page, and one more if there are more. */
  async readPage({ after, offset, first }: Window): Promise<ProductRow[]> {
    const rows = await this.#client.$queryRaw<StoredProduct[]>`
      SELECT ${COLUMNS} FROM products WHERE id > ${after} ORDER BY id LIMIT ${first + 1} OFFSET ${offset}`;
    return rows.map(toProduct);
  }

  async count(): Promise<number> {
    const [row] = await this.#client.$queryRaw<{ count: bigint }[]>`SELECT count(*) FROM products`;
    return Number(row!.count);
  }
}

function toProduct(row: StoredProduct): ProductRow {
  return { ...row, id: Number(row.id), price: Number(row.price) };
}
