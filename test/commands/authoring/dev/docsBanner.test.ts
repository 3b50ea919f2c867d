import { expect, test } from 'vitest';
import { docsBanner } from '../../../../src/authoring/dev/docsBanner.ts';
import { createDocs } from '../../../../src/gateway/serve/docs/createDocs.ts';
import type { ServedFile } from '../../../../src/gateway/serve/docs/site.ts';

const SETTINGS = {
  basePath: '/api',
  apiName: 'toy',
  openApi: new Map([['/v1/openapi.json', {}]]),
  pages: [],
  tokenSource: { kind: 'issuer' } as const,
};

/** The page, and all scripts and styles that it loads. */
async function readReference(settings: Parameters<typeof createDocs>[0]): Promise<{ page: ServedFile; text: string }> {
  const docs = createDocs(settings);
  const page = (await docs.find('/api/docs'))!;
  const html = page.body.toString();
  const paths = [...html.matchAll(/(?:src|href)="(\/api\/docs\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  const files = await Promise.all(paths.map((path) => docs.find(path)));
  return { page, text: [html, ...files.map((file) => file!.body.toString())].join('\n') };
}

test('is in the API reference of a development server alone', async () => {
  const production = await readReference(SETTINGS);
  const development = await readReference({ ...SETTINGS, addition: docsBanner('revision-1') });
  expect(production.text).not.toMatch(/\/docs\/events|id="dev"|#dev /);
  expect(development.text).toContain('/docs/events');
  expect(development.text).toContain('data-revision="revision-1"');
});

test('has the same content security policy: no inline script, and nothing from another host', async () => {
  const production = await readReference(SETTINGS);
  const { page } = await readReference({ ...SETTINGS, addition: docsBanner('') });
  expect(page.headers).toMatchObject({
    'content-security-policy': (production.page.headers as Record<string, string>)['content-security-policy'],
  });
  expect(page.body.toString()).not.toMatch(/<script(?! src="\/api\/)| on\w+=|style="/);
});
