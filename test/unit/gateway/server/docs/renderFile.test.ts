import { expect, test } from 'vitest';
import { renderAsset, renderFile } from '../../../../../src/gateway/server/docs/renderFile.ts';

const shared = {
  'content-type': 'text/css; charset=utf-8',
  'content-length': '4',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

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
