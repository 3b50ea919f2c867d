import { expect, test } from 'vitest';
import { parseHost } from '../../../../src/gateway/protocol/parseHost.ts';

test.each<[string, string, string | undefined]>([
  ['example.com', 'example.com', undefined],
  ['EXAMPLE.com:8080', 'EXAMPLE.com', '8080'],
  ['example.com:', 'example.com', ''],
  ['localhost:0', 'localhost', '0'],
  ['localhost:65535', 'localhost', '65535'],
  ['127.0.0.1:80', '127.0.0.1', '80'],
  ['a_b~c', 'a_b~c', undefined],
  ["a!$&'()*+,;=b", "a!$&'()*+,;=b", undefined],
  ['%C3%bc', '%C3%bc', undefined],
  ['[::1]', '[::1]', undefined],
  ['[2001:db8::1]:443', '[2001:db8::1]', '443'],
  ['[::ffff:127.0.0.1]', '[::ffff:127.0.0.1]', undefined],
  ['[v1.a:b]', '[v1.a:b]', undefined],
  ['[v1f.a]', '[v1f.a]', undefined],
  ['[VF.x]:1', '[VF.x]', '1'],
])('%s is the host %s and the port %s', (value, name, port) => {
  expect(parseHost(value)).toEqual({ name, port });
});

test.each([
  '',
  ':80',
  ' ',
  'a b',
  ' example.com',
  'example.com ',
  'example.com:65536',
  'example.com:8o',
  'example.com:-1',
  'example.com:80:80',
  'user@example.com',
  'example.com/path',
  'example.com?q',
  'a#b',
  'a"b',
  'a<b>',
  '%',
  '%4',
  '%zz',
  'ü',
  '::1',
  '[]',
  '[::1',
  '::1]',
  '[::1]x',
  'x[::1]',
  '[[::1]]',
  '[fe80::1%eth0]',
  '[127.0.0.1]',
  '[v1.]',
  '[v.a]',
  '[vg.a]',
  '[xv1.a]',
  '[v1.a b]',
  '[v1-a]',
  '[v1.a%20]',
  `${'a'.repeat(50_000)} `,
])('%s is not valid', (value) => {
  expect(parseHost(value)).toBeUndefined();
});
