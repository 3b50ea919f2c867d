// Reads 250 MB from the embedded database, a megabyte at a time, and prints the number of rows. A process with a small
// heap crashes before that if the rows are retained.
import { PGlite } from '@electric-sql/pglite';
import { createEmbeddedBackend } from '../../../../../src/service/database/embedded/openEmbedded.ts';
import { openPool } from '../../../../../src/service/database/openPool.ts';

const backend = createEmbeddedBackend(await PGlite.create());
const pool = openPool(backend);
let rows = 0;
for (let round = 0; round < 250; round++) {
  const { rowCount } = await pool.query(`SELECT repeat('x', 1000) AS text FROM generate_series(1, 1000)`);
  rows += rowCount ?? 0;
}
console.log(rows);
await pool.end();
await backend.close();
