import { expect, test } from 'vitest';
import { isProxyList } from '../../../../src/gateway/config/isProxyList.ts';

test.each([[[]], [['loopback']], [['10.0.0.0/8', '::1', 'uniquelocal']]])('%j is a list of proxies', (peers) => {
  expect(isProxyList(peers)).toBe(true);
});

test.each([[['1']], [['proxy.example']], [['10.0.0.0/99']], [['10.0.0.1', '']]])(
  '%j is not a list of proxies',
  (peers) => {
    expect(isProxyList(peers)).toBe(false);
  },
);
