// GraphiQL in a browser: it asks for a token and says how to get one, then completes, explains and runs, and nothing leaves
// the machine.
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../promises/support/Client.ts';
import { signToken } from '../../promises/support/signToken.ts';
import { startAlone } from '../../promises/support/startForSpec.ts';
import { openBrowser, openPage } from './support/openPage.ts';

const browser = await openBrowser();
afterAll(() => browser.close());

const portico = await startAlone({ BASE_PATH: '' });
const mounted = await startAlone({ BASE_PATH: '/shop/api' });
afterAll(() => Promise.all([portico.close(), mounted.close()]));

test.each([portico, mounted])(
  'below $basePath it runs a query with a pasted token, knowing the schema',
  async (target) => {
    const { page, outside, errors, use } = await openGraphiql(target);
    const token = await target.token('products:read');
    expect(await use(`Bearer ${token}`)).toBe('The token is in use.');
    await page.getByRole('button', { name: 'Documentation Explorer' }).click();
    await page.locator('.graphiql-doc-explorer').getByText('Product', { exact: true }).waitFor();

    await page.locator('.graphiql-query-editor .monaco-editor').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText('query One { products(first: 1) { nodes { id } } }');
    const answered = page.waitForResponse((response) => response.url().endsWith('/graphql'));
    await page.keyboard.press('ControlOrMeta+Enter');
    const answer = await answered;
    expect([answer.status(), await answer.json()]).toEqual([
      200,
      { data: { products: { nodes: [{ id: expect.any(Number) as number }] } } },
    ]);
    await page.locator('.result-window').getByText('"nodes"').waitFor();

    await page.waitForFunction("JSON.stringify({ ...localStorage }).includes('query One')");
    const stored = (await page.evaluate('JSON.stringify([{ ...localStorage }, document.cookie])')) as string;
    expect(`${stored} ${page.url()}`).not.toContain(token);
    expect(await page.evaluate('({ ...sessionStorage })')).toMatchObject({
      [`portico-token:${target.basePath}`]: token,
    });
    expect({ outside, errors }).toEqual({ outside: [], errors: [] });
  },
);

test('without a token says what is missing, and asks the server for nothing', async () => {
  const { page, outside, errors } = await openGraphiql(portico);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.reload();
  await page.getByText('Requests require a token of the configured issuer.').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.locator('.graphiql-container').count()).toBe(0);
  expect(asked.filter((url) => url.endsWith('/graphql'))).toEqual([]);
  expect({ outside, errors }).toEqual({ outside: [], errors: [] });
});

test.each([portico, mounted])(
  'below $basePath it takes the token of the reference, and keeps it over a reload',
  async (target) => {
    const { page } = await openGraphiql(target);
    const token = await target.token('products:read');
    await page.goto(`${target.url.origin}${target.basePath}/docs`);
    await page.locator('button.authorize.unlocked').first().click();
    await page.locator('.modal-ux input').fill(`Bearer ${token}`);
    await page.locator('.modal-ux button.authorize').click();
    await page.locator('.modal-ux button.btn-done').click();
    await page.getByRole('link', { name: 'GraphiQL' }).click();
    await page.locator('.graphiql-query-editor .monaco-editor').waitFor();
    await page.reload();
    await page.locator('.graphiql-query-editor .monaco-editor').waitFor();
    expect(await page.locator('#token output').textContent()).toBe('The token is in use.');
    await page.getByRole('link', { name: 'Reference' }).click();
    await page.locator('button.authorize.locked').waitFor();
  },
);

test('says that a token has expired, and forgets it', async () => {
  const { page } = await openGraphiql(portico);
  const expired = await signToken({ scope: 'users:read', exp: Math.floor(Date.now() / 1000) - 60 });
  await page.evaluate(`sessionStorage.setItem('portico-token:', '${expired}')`);
  await page.reload();
  await page.locator('#token output:not(:empty)').waitFor();
  expect(await page.locator('#token output').textContent()).toBe('The token has expired.');
  await page.getByRole('heading', { name: 'GraphiQL requires a token' }).waitFor();
  expect(await page.evaluate('({ ...sessionStorage })')).not.toHaveProperty('portico-token:');
});

test('says what is wrong with a token, and takes the next', async () => {
  const { page, use } = await openGraphiql(portico);
  expect(await use('nonsense')).toBe('The token is not a signed JWT.');
  expect(await use(await portico.token('users:read'))).toBe('The token is in use.');
  await page.getByRole('button', { name: 'Documentation Explorer' }).click();
  await page.locator('.graphiql-doc-explorer').getByText('Product', { exact: true }).waitFor();
});

/** Opens GraphiQL without a token. */
async function openGraphiql({ url, basePath }: Client) {
  const watched = await openPage(browser, `${url.origin}${basePath}/graphiql`);
  const { page } = watched;
  await page.getByRole('heading', { name: 'GraphiQL requires a token' }).waitFor();
  const use = async (token: string): Promise<string> => {
    await page.locator('#jwt').fill(token);
    const answered = page.waitForResponse((response) => response.url().endsWith('/graphql'));
    await page.locator('#token button').click();
    await answered;
    await page.locator('#token output:not(:empty)').waitFor();
    return (await page.locator('#token output').textContent())!;
  };
  return { ...watched, use };
}
