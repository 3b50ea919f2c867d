// Products in the database. Expects ids from 0 to 2^53 - 1.
import type { Database } from '../../database/Database.ts';
import { TableStore } from '../TableStore.ts';
import { escapePattern } from '../scalars.ts';
import type { Product } from './resolvers.generated.ts';

export type ProductRow = Omit<Product, '__typename'>;

export class ProductStore extends TableStore<ProductRow, { search?: string }> {
  constructor(database: Pick<Database, 'run'>) {
    super(database, {
      table: 'products',
      model: 'product',
      columns: ['id', 'name', 'description', 'price', 'currency', 'createdAt'],
      whereOf: ({ search }) =>
        search === undefined ? {} : { name: { contains: escapePattern(search), mode: 'insensitive' } },
    });
  }
}
