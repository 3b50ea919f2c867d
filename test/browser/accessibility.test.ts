// Whether everybody can read and use the pages: axe finds no critical or serious violation, in light and in dark, on a
// screen and on a phone. See https://dequeuniversity.com/rules/axe/4.14 and WCAG 2.2.
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { startForSpec } from '../spec/support/startForSpec.ts';
import { openBrowser, openPage } from './support/openPage.ts';

const browser = await openBrowser();
const portico = await startForSpec({ BASE_PATH: '' });
afterAll(() => Promise.all([browser.close(), portico.close()]));

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What others built into their pages and no style or attribute of ours changes: the rule, and the only elements. */
const OF_OTHERS: readonly { rule: string; within: string; why: string }[] = [
  {
    rule: 'nested-interactive',
    within: '.opblock-summary-control',
    why: 'Swagger UI: a link in the button of an endpoint',
  },
  { rule: 'nested-interactive', within: '.graphiql-tab', why: 'GraphiQL: a button in each tab of the editor' },
];

const PAGES: [name: string, path: string, prepare: (page: Page) => Promise<void>][] = [
  ['the reference', '/docs', (page) => page.locator('.opblock').first().waitFor()],
  [
    'open endpoints of the reference, one tried',
    '/docs',
    async (page) => {
      for (const name of ['users-createUser', 'users-replaceUser', 'users-deleteUser', 'products-listProducts']) {
        await page.locator(`#operations-${name} .opblock-summary-control`).click();
        await page.locator(`#operations-${name} .responses-table`).waitFor();
      }
      const endpoint = page.locator('#operations-products-listProducts');
      await endpoint.locator('.try-out__btn').click();
      await endpoint.locator('button.execute').click();
      await endpoint.locator('.live-responses-table .response-col_status').first().waitFor();
    },
  ],
  [
    'the dialog that takes a token',
    '/docs',
    async (page) => {
      await page.locator('button.authorize').first().click();
      await page.locator('.modal-ux input').waitFor();
    },
  ],
  ['the changes', '/docs/changes', (page) => page.locator('main h1').waitFor()],
  ['GraphiQL without a token', '/graphiql', (page) => page.locator('#help h1').waitFor()],
  [
    'GraphiQL',
    '/graphiql',
    async (page) => {
      await page.locator('#jwt').fill(await portico.token('users:read'));
      await page.locator('#token button').click();
      await page.locator('.graphiql-query-editor .monaco-editor').waitFor();
    },
  ],
];

const SCREENS = [
  ['on a screen', { width: 1280, height: 900 }],
  ['on a phone', { width: 375, height: 720 }],
] as const;

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test.each(PAGES)('%s can be read and used by everybody', async (_, path, prepare) => {
    // The content security policy of the pages lets no other script in, and axe is one.
    const options = { colorScheme, reducedMotion: 'reduce', bypassCSP: true } as const;
    const { page } = await openPage(browser, `${portico.url.origin}${path}`, options);
    await prepare(page);
    await page.addScriptTag({ path: AXE });
    for (const [screen, viewport] of SCREENS) {
      await page.setViewportSize(viewport);
      expect({ screen, violations: await violationsOf(page) }).toEqual({ screen, violations: [] });
    }
  });
});

test.each(['/docs', '/docs/changes', '/graphiql'])('the navigation of %s fits a phone', async (path) => {
  const { page } = await openPage(browser, `${portico.url.origin}${path}`, { viewport: { width: 375, height: 720 } });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
  const targets = await page.locator('.bar a, .bar input, .bar button').all();
  expect(targets.length).toBeGreaterThanOrEqual(3);
  for (const target of targets) {
    const box = (await target.boundingBox())!;
    // WCAG 2.2, success criterion 2.5.8.
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
    expect([box.x >= 0, box.x + box.width <= 375]).toEqual([true, true]);
  }
});

/** Each critical or serious violation, with the element. */
async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as AxeResults;
  const found = violations
    .filter(({ impact }) => impact === 'critical' || impact === 'serious')
    .flatMap(({ id, nodes }) => nodes.map(({ target, any }) => ({ id, target: String(target), data: any[0]?.data })));
  const ours: string[] = [];
  for (const { id, target, data } of found) {
    const excepted = OF_OTHERS.filter(({ rule }) => rule === id).map(({ within }) => page.locator(within));
    const counts = await Promise.all(excepted.map((elements) => elements.and(page.locator(target)).count()));
    if (!counts.some((count) => count > 0)) ours.push(`${id}: ${target} ${JSON.stringify(data)}`);
  }
  return ours;
}
