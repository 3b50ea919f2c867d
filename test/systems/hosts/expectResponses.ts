import { describe, expect, test } from 'vitest';
import { CASES, type HostCase } from './requests.ts';

/** Sends a request to a host. */
export type Send = (request: Request) => Promise<Response>;

/** What a platform adds to a response, or leaves out. */
const OF_PLATFORM = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'server'];

/** Sent with every response. */
const COMMON = { 'x-content-type-options': 'nosniff', 'x-request-id': expect.stringMatching(/^[\w-]+$/) };

/** The promises of every host. `origin` is that of its server, or any for a function; `send` is called in the order of the cases. */
export function expectResponses(name: string, host: () => { origin: string; send: Send }): void {
  describe(`${name} responds to`, () => {
    test.each(CASES.map((each) => [each.name, each] as const))(
      '%s',
      async (_, { line, headers, body, ...promised }) => {
        const { origin, send } = host();
        const [method, target] = line.split(' ') as [string, string];
        const response = await send(
          new Request(origin + target, {
            method,
            // Deno compresses where a client accepts it.
            headers: { 'accept-encoding': 'identity', ...headers },
            ...(body !== undefined && { body }),
            redirect: 'manual',
          }),
        );
        const read = await response.text();
        const sent = Object.fromEntries(response.headers);
        for (const each of OF_PLATFORM) delete sent[each];
        const { status, expected, json, text } = promised;
        const shown = text === undefined ? { json: read === '' ? undefined : JSON.parse(read) } : { text: read };
        expect({ status: response.status, headers: sent, ...shown }).toEqual({
          status,
          headers: { ...COMMON, ...expected },
          json,
          text,
        } satisfies Record<string, unknown>);
      },
    );
  });
}

export type { HostCase };
