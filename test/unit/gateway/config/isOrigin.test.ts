import { expect, test } from 'vitest';
import { isOrigin } from '../../../../src/gateway/config/isOrigin.ts';

test.each(['https://a', 'http://b:81', 'https://api.example.com', 'http://[::1]:8080'])('%s is an origin', (text) => {
  expect(isOrigin(text)).toBe(true);
});

test.each(['', 'null', 'a', 'ftp://a', 'https://a/', 'https://a/b', 'https://a?b', 'https://A', 'https://a:443'])(
  '"%s" is not an origin',
  (text) => {
    expect(isOrigin(text)).toBe(false);
  },
);
