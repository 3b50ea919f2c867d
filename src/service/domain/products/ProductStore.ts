// Products in the database; the only file here that imports Prisma. Expects ids from 0 to 2^53 - 1.
import { Prisma, type PrismaClient } from '../../database/client/client.ts';
import { likePattern } from '../../database/likePattern.ts';
import { TableReader } from '../../database/TableReader.ts';

/** A product, for the resolvers. */
export interface ProductRow {
  id: number;
  name: string;
  description: string;
  /** Minor units of the currency. */
  price: number;
  currency: string;
  createdAt: Date;
}

/** The filters of the list of products. */
export interface ProductFilter {
  /** A part of the name, without regard to case. */
  search?: string;
}

type StoredProduct = Omit<ProductRow, 'id' | 'price'> & { id: bigint; price: bigint };

export class ProductStore extends TableReader<StoredProduct, ProductRow, ProductFilter> {
  constructor(client: PrismaClient) {
    super(client, {
      table: Prisma.sql`products`,
      columns: Prisma.sql`id, name, description, price, currency, created_at AS "createdAt"`,
      toRow: toProduct,
      filters: { search: (text) => Prisma.sql`name ILIKE ${likePattern(text)}` },
    });
  }
}

function toProduct(row: StoredProduct): ProductRow {
  return { ...row, id: Number(row.id), price: Number(row.price) };
}
