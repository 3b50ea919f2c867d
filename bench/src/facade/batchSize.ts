/** UPSTREAM_BATCH_SIZE where Portico sends batches: Hive Gateway accepts at most ten operations in one. */
export const BATCH_SIZE = '10';
