// Reads 250 MB from the embedded database, a megabyte at a time, and prints the number of rows. A process with a small
// heap crashes before that if the rows are retained.
import { PGlite } from '@electric-sql/pglite';
import { openPool } from '../../../../src/service/database/adapter/openPool.ts';
import { createEmbeddedBackend } from '../../../../src/service/database/embedded/openEmbedded.ts';

const backend = createEmbeddedBackend(await PGlite.create());
const pool = openPool(backend);
let count = 0;
const text = `SELECT repeat('x', 1000) AS text FROM generate_series(1, 1000)`;
for (let round = 0; round < 250; round++) {
  const { rowCount } = await pool.send({ text, rowMode: 'array' }, undefined);
  count += rowCount ?? 0;
}
console.log(count);
await pool.close();
await backend.close();
