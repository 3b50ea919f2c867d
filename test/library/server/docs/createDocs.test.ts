import { afterAll, describe, expect, it } from 'vitest';
import { type Docs, type GraphiqlPage, createDocs } from '../../../../src/gateway/serve/docs/createDocs.ts';
import type { TokenSource } from '../../../../src/gateway/serve/docs/renderReference.ts';
import { renderGraphiql } from '../../../../src/service/graphql/renderGraphiql.ts';
import { startToyServer } from '../toyServer.ts';

const document = { openapi: '3.1.0', info: { title: 'toy', version: '1' } };
const settings = {
  apiName: 'toy',
  openApi: new Map([
    ['/v1/openapi.json', document],
    ['/openapi.json', document],
  ]),
  pages: [{ path: '/docs/changes', name: 'Changes', renderMarkdown: () => '# Changes\n\nLöwe\n' }],
  renderGraphiql: (page: GraphiqlPage) => renderGraphiql(page, true),
  tokenSource: { kind: 'local', scopes: ['a:read', 'b:write'] } as TokenSource,
};

const PATHS = ['/docs', '/docs/changes', '/graphiql', '/openapi.json', '/v1/openapi.json'];
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The same under every base path. */
const mounted = await Promise.all(
  ['', '/x/y'].map(async (basePath) => {
    const docs = createDocs({ ...settings, basePath });
    return { basePath, docs, server: await startToyServer({ basePath, docs }) };
  }),
);
afterAll(() => Promise.all(mounted.map(({ server }) => server.close())));

describe.each(mounted)('below "$basePath"', ({ basePath, docs, server }) => {
  it('serves a document as JSON, without credentials', async () => {
    const answer = await fetch(`${server.url}/v1/openapi.json`);
    expect([answer.status, await answer.text()]).toEqual([200, JSON.stringify(document)]);
    const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(answer.headers);
    expect(headers).toEqual({
      'content-type': 'application/json',
      'content-length': String(JSON.stringify(document).length),
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      connection: 'keep-alive',
      'keep-alive': 'timeout=72',
    });
  });

  it('serves a page of text', async () => {
    const answer = await fetch(`${server.url}/docs/changes`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('<main><h1>Changes</h1>\n<p>Löwe</p>\n</main>');
  });

  it.each(['/docs', '/docs/', '/graphiql', '/graphiql/', '/docs?urls.primaryName=1'])('%s is a page', async (path) => {
    const answer = await fetch(server.url + path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  it.each(['/docs', '/graphiql'])('%s loads nothing but what is served here, and keeps it for good', async (path) => {
    const html = await (await fetch(server.url + path)).text();
    const loaded = [...html.matchAll(/(?:src|rel="[^"]*"[^>]* href)="([^"]*)"/g)].map(([, target]) => target!);
    expect(loaded.length).toBeGreaterThan(5);
    for (const target of loaded) {
      expect(target).toMatch(
        new RegExp(String.raw`^${basePath}/(docs/assets|graphiql)/[\w-]+\.[\w-]{10}\.(js|css|svg)$`),
      );
      const answer = await fetch(new URL(target, server.url));
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(answer.headers.get('content-type')).toBe(TYPES[target.split('.').at(-1)!]);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      await answer.body?.cancel();
    }
  });

  it('names every page on every page', async () => {
    for (const path of ['/docs', '/graphiql']) {
      const html = await (await fetch(server.url + path)).text();
      const links = [...html.matchAll(/<a href="([^"]*)"( aria-current="page")?>([^<]*)/g)].slice(0, 3);
      expect(links.map(([, target, current, name]) => [target, name, current !== undefined])).toEqual([
        [`${basePath}/docs`, 'Reference', path === '/docs'],
        [`${basePath}/docs/changes`, 'Changes', false],
        [`${basePath}/graphiql`, 'GraphiQL', path === '/graphiql'],
      ]);
    }
  });

  it.each(PATHS)('%s is not sent again to a client that has it', async (path) => {
    const first = await fetch(server.url + path, { method: 'HEAD' });
    const etag = first.headers.get('etag')!;
    for (const condition of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
      const again = await fetch(server.url + path, { headers: { 'if-none-match': condition } });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
    }
    const other = await fetch(server.url + path, { headers: { 'if-none-match': `"a"` } });
    expect(other.status).toBe(200);
    await other.body?.cancel();
  });

  it.each(PATHS)('%s can be read, and nothing else', async (path) => {
    const headers = { 'accept-encoding': 'identity' };
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => fetch(server.url + path, { method, headers })),
    );
    const bytes = (await get!.arrayBuffer()).byteLength;
    expect([head!.status, head!.headers.get('content-length'), await head!.text()]).toEqual([200, String(bytes), '']);
    const options = await fetch(server.url + path, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await fetch(server.url + path, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect(await answer.json()).toEqual({ error: `${method} is not allowed; allowed methods: GET, HEAD, OPTIONS` });
    }
  });

  it.each([
    '/docs/assets',
    '/docs/assets/',
    '/docs/assets/../../package.json',
    '/docs/assets/../../../../../../../../etc/passwd',
    '/docs/assets/%2e%2e/%2e%2e/package.json',
    '/docs/assets/..%2f..%2fpackage.json',
    String.raw`/docs/assets/..\..\package.json`,
    '/docs/assets/swagger-ui.css',
    '/docs/assets/swagger-ui-bundle.js.map',
    '/docs/index.html',
    '/docs//',
    '//docs',
    '/DOCS',
    '/docs/constructor',
    '/graphiql/__proto__',
    '/graphiql/../docs',
    '/v1/openapi.yaml',
    '/v2/openapi.json',
  ])('%s is left to REST', async (path) => {
    const answer = await server.raw(`GET ${basePath}${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as unknown;
    expect(body).toEqual({ method: 'GET', target: basePath + path, size: 0 });
  });

  it('finds nothing beside the base path', async () => {
    for (const path of ['/other/docs', '/docs/docs', `${basePath}x/docs`])
      expect(await docs.find(path)).toBeUndefined();
    if (basePath !== '') expect(await docs.find('/docs')).toBeUndefined();
  });
});

describe('the root', () => {
  const ask = async (path: string, docs: Docs) => {
    const server = await startToyServer({ docs, endpoints: [{ path }] });
    const answer = await fetch(server.url, { redirect: 'manual' });
    await server.close();
    return { status: answer.status, location: answer.headers.get('location') };
  };

  it('leads to the reference', async () => {
    expect(await ask('/users', docsWith({}))).toEqual({ status: 302, location: '/docs' });
  });

  it('is left to an endpoint that is mounted there', async () => {
    expect(await ask('/', docsWith({}))).toEqual({ status: 200, location: null });
  });

  it('leads nowhere without documentation', async () => {
    expect(await ask('/users', { find: () => undefined })).toEqual({ status: 200, location: null });
  });
});

describe('what the pages say of tokens', () => {
  const COMMAND = "npm exec -- portico token --scope 'a:read b:write'";
  it.each<[TokenSource, string, boolean]>([
    [{ kind: 'local', scopes: ['a:read', 'b:write'] }, 'Create one where this server was started', true],
    [{ kind: 'issuer' }, 'a token of the configured issuer', false],
    [{ kind: 'upstream' }, 'a token that the upstream GraphQL API accepts', false],
  ])('fits who issues them: %j', async (tokenSource, text, hasCommand) => {
    for (const path of ['/docs', '/graphiql']) {
      const html = String((await docsWith({ tokenSource }).find(path))!.body);
      expect(html).toContain(text);
      expect(html.replaceAll('&#39;', "'").includes(COMMAND)).toBe(hasCommand);
    }
  });
});

describe('the content security policy', () => {
  it.each([
    ['/docs', { 'img-src': ["'self'", 'data:'], 'style-src': ["'self'", "'unsafe-inline'"] }],
    [
      '/graphiql',
      { 'img-src': ["'self'", 'data:'], 'style-src': ["'self'", "'unsafe-inline'"], 'font-src': ["'self'", 'data:'] },
    ],
  ])('of %s lets nothing in and nothing out', async (path, own) => {
    const { headers } = (await mounted[0]!.docs.find(path))! as { headers: Record<string, string> };
    const directives = headers['content-security-policy']!.split('; ').map((directive) => directive.split(' '));
    expect(Object.fromEntries(directives.map(([name, ...sources]) => [name, sources]))).toEqual({
      'default-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
      ...own,
    });
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer' });
  });

  it.each(['/docs', '/graphiql'])('leaves %s without inline scripts and handlers', async (path) => {
    const html = (await mounted[0]!.docs.find(path))!.body.toString();
    for (const [script] of html.matchAll(/<script[^]*?<\/script>/g)) {
      expect(script).toMatch(/^<script src="[^"]+" defer><\/script>$/);
    }
    expect(html).not.toMatch(/ on\w+=|javascript:|https?:/);
  });
});

describe('a page', () => {
  it('shows names as they are, whatever is in them', async () => {
    const apiName = `<img src=x onerror='a'>&"`;
    const { body } = (await docsWith({ apiName }).find('/docs'))!;
    expect(body.toString()).not.toContain('<img src=x');
    expect(body.toString()).toContain('&#60;img src=x onerror=&#39;a&#39;&#62;&#38;&#34;');
  });

  it('is another one when what it says is another', async () => {
    const [one, same, other] = await Promise.all(
      ['a', 'a', 'b'].map(async (apiName) => (await docsWith({ apiName }).find('/docs'))!.headers.etag),
    );
    expect(one).toBe(same);
    expect(one).not.toBe(other);
  });
});

describe('without GraphiQL', () => {
  const { renderGraphiql: _, ...others } = settings;
  const docs = createDocs({ ...others, basePath: '' });

  it('has no page of it', async () => {
    expect(await docs.find('/graphiql')).toBeUndefined();
  });

  it('has no link to it', async () => {
    expect(String((await docs.find('/docs'))!.body)).not.toContain('GraphiQL');
  });
});

describe('with nothing but documents', () => {
  const docs = createDocs({
    basePath: '/api',
    path: '/reference',
    apiName: 'toy',
    openApi: new Map([['/reference/v2/openapi.json', document]]),
  });

  it('has the reference at its own path, with all that it loads below', async () => {
    expect(docs.home).toBe('/api/reference');
    const html = String((await docs.find('/api/reference'))!.body);
    expect(html).toContain(
      '{&#34;url&#34;:&#34;/api/reference/v2/openapi.json&#34;,&#34;name&#34;:&#34;Version 2&#34;}',
    );
    const loaded = [...html.matchAll(/(?:src|href)="([^"]*\.\w+)"/g)].map(([, target]) => target!);
    expect(loaded.length).toBeGreaterThan(5);
    for (const target of loaded) {
      expect(target).toMatch(/^\/api\/reference\//);
      expect(await docs.find(target)).toBeDefined();
    }
    expect(await docs.find('/api/docs')).toBeUndefined();
  });

  it('serves the documents where they are said to be', async () => {
    expect(String((await docs.find('/api/reference/v2/openapi.json'))!.body)).toBe(JSON.stringify(document));
  });

  it('says nothing of tokens and other pages', async () => {
    const html = String((await docs.find('/api/reference'))!.body);
    expect(html).not.toMatch(/Requests require|GraphiQL|Changes/);
  });
});

function docsWith(changed: Partial<typeof settings>): Docs {
  return createDocs({ ...settings, basePath: '', ...changed });
}
