import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { OUTCOME_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from '../../../../src/gateway/handle/withDeadline.ts';
import { SERVER_TIMEOUTS, createBoundedServer } from '../../../../src/gateway/serve/ports/createBoundedServer.js';

test('the timeouts are those of docs/operations.md', () => {
  expect(createBoundedServer({ timeouts: SERVER_TIMEOUTS }, () => {})).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    timeout: 60_000,
    keepAliveTimeout: 72_000,
  });
  // A response is not cut while its request may run.
  expect(SERVER_TIMEOUTS.timeout).toBeGreaterThan(REQUEST_TIMEOUT_MS + OUTCOME_TIMEOUT_MS);
});

describe('connections are counted by the network of their address', () => {
  /** Opens connections of these addresses to a server that allows two of each; gives which are open. */
  function openAll(addresses: readonly (string | undefined)[]): boolean[] {
    const fake = createBoundedServer({ timeouts: SERVER_TIMEOUTS, maxConnectionsPerAddress: 2 }, () => {});
    // Node's, which is the last one.
    fake.off('connection', fake.listeners('connection').at(-1) as () => void);
    return addresses.map((remoteAddress) => {
      let isOpen = true;
      const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: () => (isOpen = false) });
      fake.emit('connection', socket);
      return isOpen;
    });
  }

  test.each<[string, (string | undefined)[], boolean[]]>([
    ['two of IPv4', ['10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.2'], [true, true, true, true]],
    ['the third of IPv4', ['10.0.0.1', '10.0.0.1', '10.0.0.1'], [true, true, false]],
    ['IPv4 in IPv6', ['10.0.0.1', '::ffff:10.0.0.1', '::ffff:a00:1'], [true, true, false]],
    ['IPv6 by its first 64 bits', ['2001:db8::1', '2001:db8::2', '2001:db8::3'], [true, true, false]],
    ['another network of IPv6', ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'], [true, true, true]],
    ['connections that are closed already', [undefined, undefined, undefined], [true, true, true]],
  ])('%s', (_, addresses, open) => {
    expect(openAll(addresses)).toEqual(open);
  });
});
