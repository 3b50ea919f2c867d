// Whether everybody can read and use the pages: axe finds no critical or serious violation, in light and in dark, on a
// screen and on a phone. See https://dequeuniversity.com/rules/axe/4.14 and WCAG 2.2.
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { startAlone } from '../../promises/support/startForSpec.ts';
import { openBrowser, openPage } from './support/openPage.ts';

const browser = await openBrowser();
const portico = await startAlone({ BASE_PATH: '' });
afterAll(() => Promise.all([browser.close(), portico.close()]));

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What others built into their pages, which are served as they are: the rules, and the only elements that break each. */
const OF_OTHERS: Readonly<Record<string, readonly string[]>> = {
  'nested-interactive': [
    // A link in the button of an endpoint; a button in each tab of the editor.
    '.swagger-ui .opblock-summary-control',
    '.graphiql-tab',
  ],
  'select-name': ['.swagger-ui #servers', '.swagger-ui .parameters select', '.swagger-ui .examples-select-element'],
  'button-name': ['.swagger-ui .close-modal'],
  'label-content-name-mismatch': ['.swagger-ui .modal-btn.authorize'],
  'scrollable-region-focusable': ['.swagger-ui .curl'],
  'color-contrast': [
    '.version',
    '.info .url',
    '.info .link',
    '.opblock-summary-method',
    '.parameter__in',
    '.download-contents',
    '.btn.authorize span',
    '.btn.modal-btn.authorize',
    '.btn.execute',
    '.btn.try-out__btn',
    '.renderedMarkdown code',
    '.highlight-code span',
    '.json-schema-2020-12-expand-deep-button',
    // In dark mode.
    '.headers .header-col',
    '.opblock-put .opblock-section-header h4',
  ].map((element) => `.swagger-ui ${element}`),
};
const seen = new Set<string>();

const PAGES: [name: string, path: string, prepare: (page: Page) => Promise<void>][] = [
  ['the reference', '/docs', (page) => page.locator('.opblock').first().waitFor()],
  [
    'open endpoints of the reference, one tried',
    '/docs',
    async (page) => {
      for (const name of ['users-replaceUser', 'users-deleteUser', 'products-listProducts']) {
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

test('nothing is excepted that nothing needs', () => {
  const excepted = Object.entries(OF_OTHERS).flatMap(([rule, elements]) =>
    elements.map((element) => `${rule} ${element}`),
  );
  expect(excepted.filter((each) => !seen.has(each))).toEqual([]);
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

/** Each critical or serious violation that is not of others, with the element. */
async function violationsOf(page: Page): Promise<string[]> {
  const found =
    (await page.evaluate(`axe.run({ resultTypes: ['violations'], elementRef: true }).then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'critical' || impact === 'serious')
      .flatMap(({ id, nodes }) => nodes.map(({ element, target, any }) => ({
        excepted: (${JSON.stringify(OF_OTHERS)}[id] ?? [])
          .filter((selector) => element.matches(selector))
          .map((selector) => id + ' ' + selector),
        text: id + ': ' + target + ' ' + JSON.stringify(any[0]?.data),
      }))))`)) as { excepted: string[]; text: string }[];
  for (const each of found.flatMap(({ excepted }) => excepted)) seen.add(each);
  return found.filter(({ excepted }) => excepted.length === 0).map(({ text }) => text);
}
