// A client that is generated from the documents that the service serves: it compiles under --strict, and it works.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAlone } from '../../promises/support/startForSpec.ts';
import { ALL_SCOPES } from '../../promises/support/signToken.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('client/', import.meta.url));
const modules = fileURLToPath(new URL('node_modules/', import.meta.url));
const portico = await startAlone();
afterAll(() => portico.close());

beforeAll(async () => {
  await mkdir(`${folder}generated`, { recursive: true });
  await Promise.all(
    ['v1', 'v2'].map(async (version) => {
      const { body } = await portico.get(`/${version}/openapi.json`, { scope: null });
      const document = `${folder}generated/${version}.json`;
      await writeFile(document, body);
      const generate = `${modules}openapi-typescript/bin/cli.js`;
      await run(process.execPath, [generate, document, '-o', `${folder}generated/${version}.ts`]);
    }),
  );
});

test('the generated types compile under --strict, and hold what a client does with them', async () => {
  const compile = `${modules}typescript/bin/tsc`;
  await expect(run(process.execPath, [compile, '-p', folder])).resolves.toMatchObject({ stdout: '' });
});

interface Journey {
  user: { id: number; name: string };
  sameUserInV2: unknown;
  order: { id: number; items?: { unitPrice: number }[] };
  products: { id: number }[];
  problems: string[];
}

test('a client makes a journey with nothing but the types', async () => {
  // Deliberately not imported above: it only compiles with the types that are generated here.
  const { journey } = (await import(/* @vite-ignore */ `${folder}journey.ts`)) as {
    journey(url: string, token: string): Promise<Journey>;
  };
  const url = `${portico.url.origin}${portico.basePath}`;
  const { user, sameUserInV2, order, products, problems } = await journey(url, await portico.token(ALL_SCOPES));
  expect(user).toEqual({ id: user.id, name: 'Grace Hopper' });
  expect(sameUserInV2).toEqual({ id: user.id, firstName: 'Grace', lastName: 'Hopper' });
  expect(order).toEqual({
    id: order.id,
    status: 'pending',
    items: [{ quantity: 2, unitPrice: order.items![0]!.unitPrice, product: products[0] }],
    user,
  });
  expect(products.length).toBeGreaterThanOrEqual(200);
  expect(new Set(products.map(({ id }) => id)).size).toBe(products.length);
  expect(problems).toEqual([
    'limit must be an integer between 1 and 100',
    `No Order was found for id ${Number.MAX_SAFE_INTEGER}.`,
  ]);
});
