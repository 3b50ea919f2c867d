import { describe, expect, test } from 'vitest';
import {
  createSite,
  escapeHtml,
  renderAsset,
  renderFile,
  renderHtml,
} from '../../../../src/gateway/serve/docs/site.ts';

describe('renderHtml', () => {
  test('text is escaped for elements and quoted attributes', () => {
    expect(escapeHtml(`<a href="x">&'`)).toBe('&#60;a href=&#34;x&#34;&#62;&#38;&#39;');
  });

  test('a page has its title, navigation, styles, scripts and content security policy', () => {
    const names = new Map([
      ['/api/docs', 'Reference'],
      ['/api/more', 'More <here>'],
    ]);
    const site = createSite({ basePath: '/api', apiName: 'Toy & Co', home: '/api/docs', names });
    const page = {
      path: '/api/docs',
      styles: ['/s.css'],
      scripts: ['/s.js'],
      body: '<p>Hi</p>',
      policy: { 'img-src': 'x' },
    };
    const { headers, body } = renderHtml(site, page);
    const html = String(body);
    expect(html).toContain('<title>Reference · Toy &#38; Co</title>');
    expect(html).toContain('<a href="/api/docs" aria-current="page">Reference</a>');
    expect(html).toContain('<a href="/api/more">More &#60;here&#62;</a>');
    expect(html).toContain('<link rel="stylesheet" href="/s.css">');
    expect(html).toContain('<script src="/s.js" defer></script>');
    expect(html).toContain('<p>Hi</p>');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src x",
    });
  });
});

const shared = {
  'content-type': 'text/css; charset=utf-8',
  'content-length': '4',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

describe('renderFile', () => {
  test('a file is revalidated', () => {
    const { headers, body } = renderFile('css', 'a{ü');
    expect(headers).toEqual({ ...shared, etag: headers.etag, 'cache-control': 'no-cache' });
    expect(headers.etag).toMatch(/^"[\w-]{22}"$/);
    expect(String(body)).toBe('a{ü');
  });

  test('a file may have another policy', () => {
    expect(renderFile('html', '', 'default-src x').headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': 'default-src x',
    });
  });

  test('an asset is immutable, and its path depends on its content', () => {
    const [path, { headers }] = renderAsset('/docs/assets', 'site', 'css', 'a{ü');
    expect(path).toBe(`/docs/assets/site.${headers.etag.slice(1, 11)}.css`);
    expect(headers).toEqual({ ...shared, etag: headers.etag, 'cache-control': 'public, max-age=31536000, immutable' });
    expect(renderAsset('/docs/assets', 'site', 'css', 'b')[0]).not.toBe(path);
  });
});
