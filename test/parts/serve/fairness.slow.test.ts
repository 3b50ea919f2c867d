// A caller that floods a façade whose upstream is slow, and another one.
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HeldRefusals } from '../../../src/gateway/guard/limits/HeldRefusals.ts';
import { SPEC_SECRET, signToken } from '../../promises/support/signToken.ts';
import { openFacade } from '../../library/facade/support/openFacade.ts';

const sdl = 'type Query { hello(to: Int): String }';
const files = {
  'hello.graphql': 'query hello($to: Int!) @endpoint(method: GET, path: "/hello/{to}") { hello(to: $to) }',
};

const CONNECTIONS = 128;
const WAITING = 512;
const FLOOD = 700;

test('one caller does not take all connections to the upstream from the others', async () => {
  // Refusals wait until the test says so.
  let refuse = () => {};
  const refusing = new Promise<void>((resolve) => (refuse = resolve));
  const hold = vi.spyOn(HeldRefusals.prototype, 'hold').mockImplementation(() => refusing);
  onTestFinished(() => hold.mockRestore());
  const held: ServerResponse[] = [];
  let isSlow = true;
  const end = (response: ServerResponse) => response.end('{"data":{"hello":"hi"}}');
  const upstream = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    if (isSlow) held.push(response);
    else end(response);
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void upstream.close());
  const url = new URL(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
  const env = { AUTH_SECRET: SPEC_SECRET };
  const facade = await openFacade({ upstream: { url, headers: {}, forwarded: [] }, sdl, files, env });
  onTestFinished(facade.close);
  const [floodToken, otherToken] = await Promise.all(['flood', 'other'].map((sub) => signToken({ sub })));
  let requests = 0;
  // Identical reads would share a connection.
  const send = async (token = '') =>
    (await facade.send(`/v1/hello/${requests++}`, { headers: { authorization: `Bearer ${token}` } })).status;

  const statuses: number[] = [];
  const flood = Array.from({ length: FLOOD }, async () => statuses.push(await send(floodToken)));
  const refused = FLOOD - CONNECTIONS - WAITING;
  while (held.length < CONNECTIONS || hold.mock.calls.length < refused) await turn();
  expect(statuses).toEqual([]);
  refuse();
  while (statuses.length < refused) await turn();
  expect(new Set(statuses)).toEqual(new Set([503]));
  const other = send(otherToken);
  // Health does not wait: its responses say that what was sent before has arrived.
  for (let n = 0; n < 10; n++) await facade.send('/health/live');
  isSlow = false;
  held.forEach(end);
  expect(await other).toBe(200);
  await Promise.all(flood);
  expect(new Set(statuses)).toEqual(new Set([503, 200]));
  expect(held).toHaveLength(CONNECTIONS);
});
