import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '../../../../src/service/database/Database.ts';
import { openTestDatabase } from '../../../support/database/openTestDatabase.ts';
import { testValues } from '../support/testValues.ts';

let database: Database;
beforeAll(async () => void (database = await openTestDatabase({ seed: 'none' })));
afterAll(() => database.close());

describe('values of the embedded database', () => {
  testValues(() => database);
});
