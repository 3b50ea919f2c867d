import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../../../dist/service/database/client/client.js';
import { openPool } from './openPool.ts';

/** Portico's generated client over Prisma's own adapter: statements are prepared by name. */
export function openPrisma(databaseUrl: string): PrismaClient {
  const names = new Map<string, string>();
  const statementNameGenerator = ({ sql }: { sql: string }) => {
    let name = names.get(sql);
    if (name === undefined) {
      name = createHash('sha256').update(sql).digest('hex').slice(0, 32);
      names.set(sql, name);
    }
    return name;
  };
  const adapter = new PrismaPg(openPool(databaseUrl), { statementNameGenerator });
  return new PrismaClient({ adapter, errorFormat: 'minimal' });
}
