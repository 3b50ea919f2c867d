import { describe } from 'vitest';
import { testTransactions } from '../support/testTransactions.ts';

describe('a transaction of the embedded database', () => {
  testTransactions();
});
