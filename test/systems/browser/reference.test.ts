// The reference in a browser: a person reads it, pastes a token and tries an endpoint, and nothing leaves the machine.
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { createDocs } from '../../../src/gateway/serve/docs/createDocs.ts';
import { startToyServer } from '../../service/support/toyServer.ts';
import type { Client } from '../../promises/support/Client.ts';
import { startInProcess } from '../../service/support/startInProcess.ts';
import { type WatchedPage, openBrowser, openPage } from './support/openPage.ts';

const browser = await openBrowser();
afterAll(() => browser.close());

const portico = await startInProcess({ BASE_PATH: '' });
const mounted = await startInProcess({ BASE_PATH: '/shop/api' });
afterAll(() => Promise.all([portico.close(), mounted.close()]));

const VERSIONS = [
  { name: 'Version 1', document: '/v1/openapi.json', server: '/v1' },
  { name: 'Version 2', document: '/v2/openapi.json', server: '/v2' },
  { name: 'Version selected by the Accept header', document: '/openapi.json', server: '' },
];
const LIST = '#operations-products-listProducts';

test.each(VERSIONS)('shows every endpoint of $name, and no GraphQL', async (version) => {
  const { page, outside, errors } = await openReference(portico);
  await choose(page, version.name, version.server);
  const endpoints = endpointsOf((await portico.get(version.document)).json);
  expect(endpoints.length).toBeGreaterThan(0);
  for (const { id, operationId } of endpoints) {
    await page.locator(`#${id} .opblock-summary-control`).dispatchEvent('click');
    const description = page.locator(`#${id} .opblock-description`);
    expect(await description.textContent()).not.toMatch(
      new RegExp(String.raw`(query|mutation) ${operationId}\b|@endpoint`),
    );
    await page.locator(`#${id} .opblock-summary-control`).dispatchEvent('click');
  }
  expect(await page.locator('.opblock').count()).toBe(endpoints.length);
  expect({ outside, errors }).toEqual({ outside: [], errors: [] });
});

test.each([...VERSIONS.map((version) => ({ target: portico, ...version })), { target: mounted, ...VERSIONS[0]! }])(
  'tries GET /products below $target.basePath in $name with a pasted token',
  async ({ target, name, server }) => {
    const { page, outside, errors } = await openReference(target);
    const base = target.basePath + server;
    await authorize(page, await target.token('products:read'));
    await choose(page, name, base);
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/products'));
    await tryOut(page);
    const answer = await answered;
    expect(new URL(answer.url()).pathname).toBe(`${base}/products`);
    expect(answer.status()).toBe(200);
    const shown = page.locator(`${LIST} .live-responses-table .response`);
    expect(await shown.locator('.response-col_status').textContent()).toMatch(/^200/);
    expect(await shown.locator('.response-col_description').textContent()).toContain('"pagination"');
    expect({ outside, errors }).toEqual({ outside: [], errors: [] });
  },
);

test('keeps a token over a change of version and a reload, but nowhere beyond the tab', async () => {
  const { page } = await openReference(portico);
  const token = await portico.token('products:read');
  await authorize(page, token);
  for (const { name, server } of VERSIONS) {
    await choose(page, name, server);
    await page.locator('button.authorize.locked').waitFor();
  }
  expect(await page.evaluate('JSON.stringify([{ ...localStorage }, document.cookie])')).not.toContain(token);
  expect(await page.evaluate('({ ...sessionStorage })')).toEqual({ 'portico-token:': token });
  await page.reload();
  await page.locator('button.authorize.locked').waitFor();

  await page.locator('button.authorize.locked').first().click();
  await page.locator('.modal-ux').getByRole('button', { name: 'Remove authorization' }).click();
  await page.locator('button.authorize.unlocked').first().waitFor();
  expect(await page.evaluate('({ ...sessionStorage })')).toEqual({});
  await page.reload();
  await page.locator('button.authorize.unlocked').waitFor();
});

test('says in the dialog how to get a token', async () => {
  const { page } = await openReference(portico);
  await page.locator('button.authorize.unlocked').first().click();
  await page.locator('.modal-ux').getByText('Requests require a token of the configured issuer.').waitFor();
});

test('says in the dialog which command signs a token with the local key', async () => {
  const local = createDocs({
    basePath: '',
    apiName: 'toy',
    openApi: new Map([['/v1/openapi.json', (await portico.get('/v1/openapi.json')).json as object]]),
    pages: [],
    tokenSource: { kind: 'local', scopes: ['a:read', 'b:write'] },
  });
  const server = await startToyServer({ docs: local });
  try {
    const { page } = await openPage(browser, `${server.url}/docs`);
    await page.locator('button.authorize.unlocked').first().click();
    await page
      .locator('.modal-ux')
      .getByText("npm exec -- portico token --scope 'a:read b:write'", { exact: true })
      .waitFor();
  } finally {
    await server.close();
  }
});

test('sends the credentials of every security scheme, whatever its name, and stores a bearer token alone', async () => {
  const securitySchemes = {
    session: { type: 'http', scheme: 'Bearer' },
    login: { type: 'http', scheme: 'basic' },
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  };
  const responses = { 200: { description: 'OK' } };
  const get = (scheme: string) => ({
    get: { operationId: scheme, tags: ['a'], security: [{ [scheme]: [] }], responses },
  });
  const paths = { '/session': get('session'), '/login': get('login'), '/key': get('key') };
  const describeVersion = (version: string) => ({
    openapi: '3.1.0',
    info: { title: 'toy', version },
    paths,
    components: { securitySchemes },
  });
  const docs = createDocs({
    basePath: '',
    apiName: 'toy',
    openApi: new Map(['1', '2'].map((version) => [`/v${version}/openapi.json`, describeVersion(version)])),
    tokenSource: { kind: 'issuer' },
  });
  const server = await startToyServer({ docs });
  try {
    const { page, outside, errors } = await openPage(browser, `${server.url}/docs`);
    await page.locator('button.authorize.unlocked').first().click();
    const form = (name: string) => page.locator('.auth-container').filter({ hasText: `${name}\u00a0(` });
    await form('session').locator('input').fill('t0k3n');
    await form('login').locator('input').nth(0).fill('ada');
    await form('login').locator('input').nth(1).fill('secret');
    await form('key').locator('input').fill('k3y');
    expect(await page.getByText('Requests require a token').count()).toBe(1);
    for (const name of ['session', 'login', 'key']) await form(name).locator('button.authorize').click();
    await page.locator('.modal-ux .close-modal').click();
    expect(await page.evaluate('[{ ...localStorage }, { ...sessionStorage }]')).toEqual([
      {},
      { 'portico-token:': 't0k3n' },
    ]);

    await page.locator('#select').selectOption({ label: 'Version 2' });
    await page.locator('.info .url', { hasText: '/v2/openapi.json' }).waitFor();
    for (const [name, header, value] of [
      ['session', 'authorization', 'Bearer t0k3n'],
      ['login', 'authorization', `Basic ${btoa('ada:secret')}`],
      ['key', 'x-key', 'k3y'],
    ] as const) {
      const endpoint = page.locator(`#operations-a-${name}`);
      await endpoint.locator('.opblock-summary-control').click();
      await endpoint.locator('.try-out__btn').click();
      const sent = page.waitForRequest((request) => new URL(request.url()).pathname === `/${name}`);
      await endpoint.locator('button.execute').click();
      expect(await (await sent).headerValue(header)).toBe(value);
    }
    await page.reload();
    await page.locator('#operations-a-session').getByLabel('authorization button locked').waitFor();
    await page.locator('#operations-a-key').getByLabel('authorization button unlocked').waitFor();
    expect({ outside, errors }).toEqual({ outside: [], errors: [] });
  } finally {
    await server.close();
  }
});

test('shows the refusal of a request without a token', async () => {
  const { page, outside } = await openReference(portico);
  await tryOut(page);
  const shown = page.locator(`${LIST} .live-responses-table .response .response-col_status`);
  expect(await shown.textContent()).toMatch(/^401/);
  expect(outside).toEqual([]);
});

function openReference({ url, basePath }: Client): Promise<WatchedPage> {
  return openPage(browser, `${url.origin}${basePath}/docs`);
}

/** Chooses a version and waits until the endpoints of its server are shown. */
async function choose(page: Page, name: string, server: string): Promise<void> {
  await page.locator('.opblock').first().waitFor();
  await page.locator('#select').selectOption({ label: name });
  await page.locator(`.servers option[value="${server || '/'}"]`).waitFor({ state: 'attached' });
  await page.locator('.opblock').first().waitFor();
}

async function authorize(page: Page, token: string): Promise<void> {
  await page.locator('button.authorize.unlocked').first().click();
  await page.locator('.modal-ux input').fill(token);
  await page.locator('.modal-ux button.authorize').click();
  await page.locator('.modal-ux button.btn-done').click();
}

/** Opens the list of products and asks for it. */
async function tryOut(page: Page): Promise<void> {
  await page.locator(`${LIST} .opblock-summary-control`).click();
  await page.locator(`${LIST} .try-out__btn`).click();
  await page.locator(`${LIST} button.execute`).click();
}

/** The operations of a document, and the ids that the page gives them. */
function endpointsOf(document: unknown): { id: string; operationId: string }[] {
  type Operation = { operationId: string; tags: [string] };
  const { paths } = document as { paths: Record<string, Record<string, Operation>> };
  return Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, tags: [tag] }) => ({ id: `operations-${tag}-${operationId}`, operationId }));
}
