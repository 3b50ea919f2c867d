// The hand-written server of a whole list as CSV: node:http, one prepared statement of `pg` for each page, and `csv-stringify`, which
// writes a page before the next one is read.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { stringify } from 'csv-stringify';
import { createAuthorise } from '../contenders/authorise.ts';
import { databaseUrl, port, secret } from '../contenders/environment.ts';
import { openStatements } from '../contenders/openStatements.ts';

/** Rows of a page: the maximum of the list. */
const PAGE_SIZE = 100;

const statements = openStatements(databaseUrl);
const authorise = createAuthorise(secret);

async function writeProducts(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' });
  const rows = stringify({ header: true, columns: ['id', 'name'], record_delimiter: 'windows' });
  rows.pipe(response);
  for (let last = -1; ;) {
    const page = await statements.readProductsAfter(last, PAGE_SIZE);
    let hasRoom = true;
    for (const row of page) hasRoom = rows.write(row);
    if (page.length < PAGE_SIZE) break;
    if (!hasRoom) await once(rows, 'drain');
    last = page.at(-1)!.id;
  }
  rows.end();
}

createServer(async (request, response) => {
  if (request.url === '/health/ready') return void response.end();
  try {
    await authorise(request.headers.authorization, ['products:read']);
    await writeProducts(response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else response.writeHead((error as { status?: number }).status ?? 500).end();
  }
}).listen(port, '127.0.0.1');
