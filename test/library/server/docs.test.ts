// The documents and pages of a server, which are public: what they load, how they are cached, and what they say of tokens.
import zlib, { gunzipSync } from 'node:zlib';
import { request as sendRequest } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { buildSchema } from 'graphql';
import { afterAll, describe, expect, it, test, vi } from 'vitest';
import { createPortico } from '../../../src/gateway/index.ts';
import {
  type GraphiqlPage,
  createLogger,
  escapeHtml,
  readSettings,
  renderAsset,
  renderHtml,
  startGatewayServer,
} from '../../../src/gateway/server.ts';
import { folderOf } from '../support/folderOf.ts';
import { type Server, type ServerOptions, startServer } from '../support/startServer.ts';

/** A page whose content is not the point here, with a script of its own. */
const graphql: ServerOptions['graphql'] = {
  handle: (_, response) => void response.end('{}'),
  renderGraphiql: async ({ site, path, tokenHelp }: GraphiqlPage) => {
    const [script, file] = renderAsset(path, 'graphiql', 'js', 'run()');
    const body = escapeHtml(`${tokenHelp.text} ${tokenHelp.command ?? ''}`);
    const page = renderHtml(site, { path, styles: [], scripts: [script], body, policy: { 'img-src': 'x' } });
    return new Map([[script, file] as const, [path, page] as const]);
  },
};

const servers: Server[] = [];
async function start(options: ServerOptions = {}): Promise<Server> {
  const server = await startServer(options);
  servers.push(server);
  return server;
}
afterAll(() => Promise.all(servers.map((server) => server.close())));
const textOf = async (url: string) => (await fetch(url)).text();

const PATHS = ['/docs', '/docs/changes', '/graphiql', '/openapi.json', '/v1/openapi.json'];
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};
const FILE = {
  etag: expect.stringMatching(/^"[\w-]{22}"$/),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  vary: 'Accept-Encoding',
  connection: 'keep-alive',
  'keep-alive': 'timeout=72',
};

/** The same under every base path. */
const mounted = await Promise.all(
  ['', '/x/y'].map(async (basePath) => ({
    basePath,
    server: await start({ graphql, env: { BASE_PATH: basePath }, tokenSource: { kind: 'local', scopes: ['a', 'b'] } }),
  })),
);

describe.each(mounted)('below "$basePath"', ({ basePath, server }) => {
  /** Without what changes from request to request. */
  async function fileOf(path: string) {
    const answer = await fetch(new URL(path, server.url), { headers: { 'accept-encoding': 'identity' } });
    const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(answer.headers);
    return { status: answer.status, headers, text: await answer.text() };
  }

  it('serves a document as JSON, without credentials', async () => {
    const { status, headers, text } = await fileOf(`${basePath}/v1/openapi.json`);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.0', paths: { '/toy': {} } });
    expect(headers).toEqual({
      ...FILE,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-cache',
    });
  });

  it('serves a page of text', async () => {
    const { headers, text } = await fileOf(`${basePath}/docs/changes`);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toMatch(/<main><h1>[^<]*<\/h1>[^]*<\/main>/);
  });

  it.each(['/docs', '/docs/', '/graphiql', '/graphiql/', '/docs?urls.primaryName=1'])('%s is a page', async (path) => {
    const { status, headers } = await fileOf(basePath + path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
  });

  it('loads nothing but what is served here, and keeps it for good', async () => {
    const { text: html } = await fileOf(`${basePath}/docs`);
    const loaded = [...html.matchAll(/(?:src|rel="[^"]*"[^>]* href)="([^"]*)"/g)].map(([, target]) => target!);
    expect(loaded.length).toBeGreaterThan(5);
    for (const target of loaded) {
      expect(target).toMatch(new RegExp(String.raw`^${basePath}/docs/assets/[\w-]+\.[\w-]{10}\.(js|css|svg)$`));
      const { status, headers, text } = await fileOf(target);
      expect(status).toBe(200);
      expect(headers).toEqual({
        ...FILE,
        'content-type': TYPES[target.split('.').at(-1)!],
        'content-length': String(Buffer.byteLength(text)),
        vary: Buffer.byteLength(text) < 1024 ? undefined : 'Accept-Encoding',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    }
  });

  it('names every document and its version, and links them for a browser without scripts', async () => {
    const { text: html } = await fileOf(`${basePath}/docs`);
    const urls = [...html.matchAll(/&#34;url&#34;:&#34;(.*?)&#34;,&#34;name&#34;:&#34;(.*?)&#34;/g)];
    expect(urls.map(([, url, name]) => [url, name])).toEqual([
      [`${basePath}/v1/openapi.json`, 'Version 1'],
      [`${basePath}/openapi.json`, 'Version selected by the Accept header'],
    ]);
    const links = urls.map(([, url]) => `<a href="${url}">${url}</a>`).join(', ');
    expect(html).toContain(`<noscript>This page requires JavaScript. The OpenAPI documents are ${links}.</noscript>`);
    expect(html).toContain(`<html lang="en" data-base-path="${basePath}">`);
    // The style of a page replaces what all pages share.
    expect(html).toMatch(/\/site\.[^"]+\.css">[^]*\/swagger-ui\.[^"]+\.css">/);
  });

  it('names every page on every page', async () => {
    for (const path of ['/docs', '/graphiql']) {
      const html = await textOf(server.url + path);
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
    expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([
      204,
      'GET, HEAD, OPTIONS',
      '',
    ]);
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
    '/docs/docs',
    '/graphiql/__proto__',
    '/graphiql/../docs',
    '/v1/openapi.yaml',
    '/v2/openapi.json',
  ])('%s is left to REST', async (path) => {
    const answer = await server.raw(`GET ${basePath}${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as unknown;
    expect(body).toEqual({ method: 'GET', target: basePath + path, size: 0 });
  });
});

test('nothing is found beside the base path', async () => {
  const { url } = mounted[1]!.server;
  for (const path of ['/docs', '/other/docs', '/x/yx/docs']) {
    expect(JSON.parse(await textOf(new URL(path, url).href))).toMatchObject({ target: path });
  }
});

test('a file is compressed as the client accepts it', async () => {
  const target = `${mounted[0]!.server.url}/docs`;
  const sent = sendRequest(target, { headers: { 'accept-encoding': 'gzip' } }).end();
  const [response] = await once(sent, 'response');
  expect(response.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(await buffer(response)).toString()).toBe(await textOf(target));
});

describe('the root', () => {
  const ask = async (url: string, method = 'GET') => {
    const { status, headers } = await fetch(url, { method, redirect: 'manual' });
    return [status, headers.get('location'), headers.get('cache-control'), headers.get('content-length')];
  };

  it('leads to the reference', async () => {
    for (const { server, basePath } of mounted) {
      for (const method of ['GET', 'HEAD']) {
        expect(await ask(server.url, method)).toEqual([302, `${basePath}/docs`, 'no-cache', '0']);
      }
    }
  });

  it('is left to an endpoint that is mounted there', async () => {
    const files = { 'v1/root.graphql': 'query root @endpoint(method: GET, path: "/") { toy }' };
    expect((await ask((await start({ files })).url)).slice(0, 2)).toEqual([200, null]);
  });

  it('leads nowhere without documentation', async () => {
    const parts = { ping: async () => {}, log: createLogger('silent') };
    const server = await startGatewayServer(readSettings({ PORT: '0' }), parts);
    expect((await ask(server.url)).slice(0, 2)).toEqual([404, null]);
    await server.close();
  });
});

describe('what the pages say of tokens', () => {
  it.each<[NonNullable<ServerOptions['tokenSource']>, { text: string; command?: string }]>([
    [{ kind: 'issuer' }, { text: 'Requests require a token of the configured issuer.' }],
    [{ kind: 'upstream' }, { text: 'Requests require a token that the upstream GraphQL API accepts.' }],
    [
      { kind: 'local', scopes: ['a:read', 'b:write'] },
      {
        text: 'Requests require a token. Create one where this server was started, with the same DATA_DIR and only the scopes that it needs:',
        command: "npm exec -- portico token --scope 'a:read b:write'",
      },
    ],
  ])('fits who issues them: %j', async (tokenSource, help) => {
    const { url } = await start({ graphql, tokenSource });
    expect(await textOf(`${url}/docs`)).toContain(escapeHtml(`"tokenHelp":${JSON.stringify(help)}`));
    expect(await textOf(`${url}/graphiql`)).toContain(escapeHtml(`${help.text} ${help.command ?? ''}`));
  });
});

describe('a page', () => {
  it('lets nothing in and nothing out, and has no inline scripts and handlers', async () => {
    const response = await fetch(`${mounted[0]!.server.url}/docs`);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'",
    );
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const html = await response.text();
    for (const [script] of html.matchAll(/<script[^]*?<\/script>/g)) {
      expect(script).toMatch(/^<script src="[^"]+" defer><\/script>$/);
    }
    expect(html).not.toMatch(/ on\w+=|javascript:|https?:/);
  });

  it('shows names as they are, whatever is in them, and allows what its policy says', async () => {
    const apiName = `<img src=x onerror='a'>&"`;
    const { url } = await start({
      graphql: {
        ...graphql,
        renderGraphiql: async ({ site, path }) => {
          const names = new Map([[path, 'More <here>']]);
          const page = { path, styles: ['/s.css'], scripts: ['/s.js'], body: '<p>Hi</p>', policy: { 'img-src': 'x' } };
          return new Map([[path, renderHtml({ ...site, apiName, names }, page)]]);
        },
      },
    });
    const response = await fetch(`${url}/graphiql`);
    expect(response.headers.get('content-security-policy')).toMatch(/; img-src x$/);
    const html = await response.text();
    const shown = '&#60;img src=x onerror=&#39;a&#39;&#62;&#38;&#34;';
    expect(html).toContain(`<title>More &#60;here&#62; · ${shown}</title>`);
    for (const part of [
      `<a href="/graphiql" aria-current="page">More &#60;here&#62;</a>`,
      `${shown}</strong>`,
      '<link rel="stylesheet" href="/s.css">',
      '<script src="/s.js" defer></script>',
      '<p>Hi</p>',
    ]) {
      expect(html).toContain(part);
    }
    expect(html).not.toContain('<img src=x');
  });

  it('is another one when what it says is another', async () => {
    const [one, same, other] = await Promise.all(
      ['a', 'a', 'b'].map(async (name) => {
        const { url } = await start({ files: { 'api.json': JSON.stringify({ name }) } });
        return (await fetch(`${url}/docs`)).headers.get('etag');
      }),
    );
    expect(one).toBe(same);
    expect(one).not.toBe(other);
  });

  it('has assets whose paths depend on their content', () => {
    const [path, { headers }] = renderAsset('/docs/assets', 'site', 'css', 'a{ü');
    expect(path).toBe(`/docs/assets/site.${headers['etag']!.slice(1, 11)}.css`);
    expect(renderAsset('/docs/assets', 'site', 'css', 'b')[0]).not.toBe(path);
  });
});

test('without GraphiQL there is no page of it, and no link to it', async () => {
  const { url } = await start();
  expect(JSON.parse(await textOf(`${url}/graphiql`))).toMatchObject({ target: '/graphiql' });
  expect(await textOf(`${url}/docs`)).not.toContain('GraphiQL');
});

describe('in the server of a host', () => {
  const document = 'query a @endpoint(method: GET, path: "/a") { a }';
  const portico = createPortico({
    schema: buildSchema('type Query { a: String }'),
    endpoints: folderOf({ 'v2/a.graphql': document, 'api.json': '{"defaultVersion": 2}' }),
    basePath: '/api',
    docs: '/reference',
  });
  const get = (path: string) => portico.fetch(new Request(`http://localhost${path}`));

  it('the reference is at its own path, with all that it loads below', async () => {
    const html = await (await get('/api/reference')).text();
    expect(html).toContain('{&#34;url&#34;:&#34;/api/v2/openapi.json&#34;,&#34;name&#34;:&#34;Version 2&#34;}');
    const loaded = [...html.matchAll(/(?:src|href)="([^"]*\.(?:js|css|svg))"/g)].map(([, target]) => target!);
    expect(loaded.length).toBeGreaterThan(5);
    for (const target of loaded) {
      expect(target).toMatch(/^\/api\/reference\//);
      expect((await get(target)).status).toBe(200);
    }
    expect((await get('/api/docs')).status).toBe(404);
    expect(html).not.toMatch(/Requests require|GraphiQL|Changes/);
  });

  it('the documents are served', async () => {
    expect(await (await get('/api/v2/openapi.json')).json()).toEqual(portico.openApi.get('/v2/openapi.json'));
  });
});

test.each([
  ['11', 10_000],
  ['9, as that takes about a second', 512 * 1024],
])('what is sent many times is compressed by Brotli of quality %s, once', async (text, size) => {
  const compress = vi.spyOn(zlib, 'brotliCompress');
  const info = { description: 'x'.repeat(size) };
  const { url } = await start({ files: { 'api.json': JSON.stringify({ info }) } });
  for (let n = 0; n < 2; n++) {
    const { headers } = await fetch(`${url}/openapi.json`, { headers: { 'accept-encoding': 'br' } });
    expect(headers.get('content-encoding')).toBe('br');
  }
  const options = compress.mock.calls.map(([, given]) => given as unknown);
  compress.mockRestore();
  expect(options).toEqual([{ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: Number.parseInt(text) } }]);
});
