import type { Curve } from '../Curve.ts';
import type { GrowthContext } from '../GrowthContext.ts';
import { measureCurve } from '../measureCurve.ts';
import { type HttpClient, createHttpClient } from '../sendRequests.ts';

/** The depth of the deepest page, as a part of the table. */
const DEEPEST = 0.9;

/** By how much more pages at both ends may differ: noise. */
const NOISE = 1.1;

/** Pages of the large table from its beginning to its end: by cursor in two orders, and by offset. */
export async function* measureDepths({ large, authorization, effort }: GrowthContext): AsyncGenerator<Curve> {
  const { service, rows } = large;
  const headers = { authorization };
  const deepest = rows * DEEPEST;

  for (const [name, sort] of [
    ['depth-cursor-id', 'id'],
    ['depth-cursor-newest', '-createdAt'],
  ] as const) {
    const client = createHttpClient(service.origin, 1);
    const cursor = await walk(client, { path: `/v1/products?sort=${sort}`, headers, rows: deepest });
    client.close();
    const subjects = [
      { size: 0, cursor: '' },
      { size: deepest, cursor },
    ].map(({ size, cursor: after }) => ({
      size,
      server: service,
      requests: [{ path: `/v1/products?sort=${sort}&limit=20&cursor=${after}`, headers }],
    }));
    const heading = { name, title: `20 products by cursor, sort=${sort}`, sizeName: 'rows before', maxGrowth: NOISE };
    yield await measureCurve(heading, subjects, effort);
  }

  const depths = [0, 1e3, 1e4, 1e5, deepest].filter((depth) => depth <= deepest);
  const byOffset = [...new Set(depths)].map((depth) => ({
    size: depth,
    server: service,
    requests: [{ path: `/v1/products?limit=20&offset=${depth}`, headers }],
  }));
  const title = '20 products by offset, with the total';
  // PostgreSQL reads the rows that it skips.
  const heading = { name: 'depth-offset', title, sizeName: 'rows skipped', maxGrowth: 'unbounded' } as const;
  yield await measureCurve(heading, byOffset, effort);
}

interface Walk {
  path: string;
  headers: Readonly<Record<string, string>>;
  rows: number;
}

/** Walks so many rows into a list as a client does, page by page; returns the cursor there. */
async function walk(client: HttpClient, { path, headers, rows }: Walk): Promise<string> {
  const size = 100;
  let cursor = '';
  for (let walked = 0; walked < rows; walked += size) {
    const page = await client.send({ path: `${path}&limit=${size}&cursor=${cursor}`, headers });
    const { pagination } = JSON.parse(String(page)) as { pagination: { nextCursor: string } };
    cursor = pagination.nextCursor;
  }
  return cursor;
}
