// Values on a server whose database has another time zone and date style: through a direct connection, and as behind a pooler.
import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '../../../src/service/database/Database.ts';
import { openDatabase } from '../../../src/service/database/openDatabase.ts';
import { testValues } from '../../service/database/support/testValues.ts';
import { createDatabase, query } from './support/createDatabase.ts';

describe.each(['a server', 'a session as behind a transaction pooler'])('values of %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    const url = await createDatabase();
    const name = new URL(url).pathname.slice(1);
    await query(
      url,
      `ALTER DATABASE ${name} SET TimeZone = 'Asia/Kathmandu'; ALTER DATABASE ${name} SET DateStyle = 'German';
       ALTER DATABASE ${name} SET IntervalStyle = 'iso_8601'; ALTER DATABASE ${name} SET bytea_output = 'escape';
       ALTER DATABASE ${name} SET extra_float_digits = 0`,
    );
    const direct = kind === 'a server' ? {} : { databaseDirectUrl: url };
    database = await openDatabase({ databaseUrl: url, ...direct, dataDir: '', seed: 'none' });
  });
  afterAll(() => database.close());

  testValues(() => database);
});
