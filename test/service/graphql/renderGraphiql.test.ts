import { expect, test } from 'vitest';
import { createSite } from '../../../src/gateway/serve/docs/site.ts';
import { renderGraphiql } from '../../../src/service/graphql/renderGraphiql.ts';

const path = '/x/graphiql';
const site = createSite({ basePath: '/x', apiName: 'toy', home: '/x/docs', names: new Map([[path, 'GraphiQL']]) });

async function pageOf(introspection: boolean): Promise<string> {
  const files = await renderGraphiql(
    { site, path, tokenHelp: { text: 'Ask.', command: 'token --all' } },
    introspection,
  );
  return String(files.get(path)!.body);
}

test('asks for the schema only with introspection', async () => {
  const [open, closed] = await Promise.all([pageOf(true), pageOf(false)]);
  expect(open).toContain('&#34;introspection&#34;:true');
  expect(open).not.toContain('Introspection is disabled');
  expect(closed).toContain('&#34;introspection&#34;:false');
  expect(closed).toContain('Introspection is disabled on this server');
});

test('sends operations to /graphql below the base path', async () => {
  expect(await pageOf(true)).toContain('&#34;endpoint&#34;:&#34;/x/graphql&#34;');
});

test('says how to get a token', async () => {
  expect(await pageOf(true)).toMatch(/<p>Ask\.<\/p>\s*<pre><code>token --all<\/code><\/pre>/);
});

test('loads nothing but its own files, which are kept for good, and lets nothing in and nothing out', async () => {
  const files = await renderGraphiql({ site, path, tokenHelp: { text: '' } }, true);
  const { headers, body } = files.get(path)!;
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy':
      "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self' data:",
    'referrer-policy': 'no-referrer',
  });
  const html = String(body);
  const loaded = [...html.matchAll(/(?:src|rel="[^"]*"[^>]* href)="([^"]*)"/g)].map(([, target]) => target!);
  expect(loaded.length).toBeGreaterThan(5);
  for (const target of loaded) {
    expect(target).toMatch(/^\/x\/(docs\/assets|graphiql)\/[\w-]+\.[\w-]{10}\.(js|css|svg)$/);
    const file = files.get(target) ?? site.files.get(target);
    expect(file?.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
  for (const [script] of html.matchAll(/<script[^]*?<\/script>/g)) {
    expect(script).toMatch(/^<script src="[^"]+" defer><\/script>$/);
  }
  expect(html).not.toMatch(/ on\w+=|javascript:|https?:/);
});
