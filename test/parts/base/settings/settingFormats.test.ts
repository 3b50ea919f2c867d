import { describe, expect, test } from 'vitest';
import {
  API_NAME_PATTERN,
  BASE_PATH_PATTERN,
  isOrigin,
  isProxyList,
} from '../../../../src/gateway/base/settings/settingFormats.ts';

describe('patterns', () => {
  test.each(['', '/api', '/x/y-1.2', '/~me/a@b', '/...'])('"%s" is a base path', (path) => {
    expect(path).toMatch(BASE_PATH_PATTERN.pattern);
  });

  test.each(['/', 'x', '/x/', '/x//y', '/x%20y', '/x?y', '/x#y', '/x/..', '/./x', '/x y', '/é'])(
    '"%s" is not a base path',
    (path) => {
      expect(path).not.toMatch(BASE_PATH_PATTERN.pattern);
    },
  );

  test.each(['a', 'acme.shop', '3d-api_2', 'a'.repeat(64)])('"%s" is the name of an API', (name) => {
    expect(name).toMatch(API_NAME_PATTERN.pattern);
  });

  test.each(['', 'Acme', 'a+b', 'a/b', 'a b', '.a', '"', 'a'.repeat(65)])('"%s" is not the name of an API', (name) => {
    expect(name).not.toMatch(API_NAME_PATTERN.pattern);
  });
});

describe('isOrigin', () => {
  test.each(['https://a', 'http://b:81', 'https://api.example.com', 'http://[::1]:8080'])('%s is an origin', (text) => {
    expect(isOrigin(text)).toBe(true);
  });

  test.each(['', 'null', 'a', 'ftp://a', 'https://a/', 'https://a/b', 'https://a?b', 'https://A', 'https://a:443'])(
    '"%s" is not an origin',
    (text) => {
      expect(isOrigin(text)).toBe(false);
    },
  );
});

describe('isProxyList', () => {
  test.each([[[]], [['loopback']], [['10.0.0.0/8', '::1', 'uniquelocal']]])('%j is a list of proxies', (peers) => {
    expect(isProxyList(peers)).toBe(true);
  });

  test.each([[['1']], [['proxy.example']], [['10.0.0.0/99']], [['10.0.0.1', '']]])(
    '%j is not a list of proxies',
    (peers) => {
      expect(isProxyList(peers)).toBe(false);
    },
  );
});
