// A page of Portico in a real Chromium that reaches nothing but Portico. Needs Debian's `chromium`; fails without it.
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** A page, and what it did that it must not do. */
export interface WatchedPage {
  page: Page;
  /** Requests to anything but Portico; none of them was let through. */
  outside: readonly string[];
  /** Errors and warnings of the console, and uncaught errors. */
  errors: readonly string[];
}

/** Starts the browser, without the services that it has of its own. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // What escapes the interception of requests does not get far either.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

/** Opens an address in a browser window of its own, with nothing stored; it is closed after the test. */
export async function openPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const { origin } = new URL(address);
  const outside: string[] = [];
  const errors: string[] = [];
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  onTestFinished(() => context.close());
  await context.route(
    (url) => url.origin !== origin && url.protocol !== 'data:',
    (route) => {
      outside.push(route.request().url());
      return route.abort();
    },
  );
  const page = await context.newPage();
  // Sooner than the test gives up, so that it says what was waited for.
  page.setDefaultTimeout(25_000);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(address);
  return { page, outside, errors };
}
