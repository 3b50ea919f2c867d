// GraphiQL in a browser: it asks for a token, then completes, explains and runs, and nothing leaves the machine.
import { afterAll, describe, expect, test } from 'vitest';
import { startForSpec } from '../spec/support/startForSpec.ts';
import { openBrowser, openPage } from './support/openPage.ts';

const browser = await openBrowser();
afterAll(() => browser.close());

describe.each(['', '/shop/api'])('GraphiQL below %o', async (basePath) => {
  const portico = await startForSpec({ BASE_PATH: basePath });
  afterAll(() => portico.close());

  const opened = async () => {
    const watched = await openPage(browser, `${portico.url.origin}${basePath}/graphiql`);
    const { page } = watched;
    await page.locator('.graphiql-query-editor .monaco-editor').waitFor();
    const use = async (token: string): Promise<string> => {
      await page.locator('#jwt').fill(token);
      const answered = page.waitForResponse((response) => response.url().endsWith('/graphql'));
      await page.locator('#token button').click();
      await answered;
      await page.locator('#token output:not(:empty)').waitFor();
      return (await page.locator('#token output').textContent())!;
    };
    return { ...watched, use };
  };

  test('runs a query with a pasted token, knowing the schema', async () => {
    const { page, outside, errors, use } = await opened();
    const token = await portico.token('products:read');
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

    const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    expect(stored).toContain('query One');
    expect(`${stored as string} ${page.url()}`).not.toContain(token);
    expect({ outside, errors }).toEqual({ outside: [], errors: [] });
  });

  test('asks the server for nothing before there is a token', async () => {
    const { page, outside, errors } = await opened();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.reload();
    await page.locator('.graphiql-query-editor .monaco-editor').waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => url.endsWith('/graphql'))).toEqual([]);
    expect({ outside, errors }).toEqual({ outside: [], errors: [] });
  });

  test('says what is wrong with a token, and takes the next', async () => {
    const { page, use } = await opened();
    expect(await use('nonsense')).toBe('The token is not a signed JWT.');
    expect(await use(await portico.token('users:read'))).toBe('The token is in use.');
    await page.getByRole('button', { name: 'Documentation Explorer' }).click();
    await page.locator('.graphiql-doc-explorer').getByText('Product', { exact: true }).waitFor();
  });
});
