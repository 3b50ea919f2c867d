// Messages as lines of JSON over standard input and output: as the transport of the SDK, but numbers keep their digits.
import { once } from 'node:events';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { readJson, writeJson } from '../../http/losslessJson.ts';

/** Of messages that are not complete yet; as in the SDK. */
const MAX_BUFFER_BYTES = 10 * 1024 * 1024;

/** Creates the transport; `parseMessage` throws for JSON that is no message. */
export function createLineTransport(parseMessage: (json: unknown) => JSONRPCMessage): Transport {
  const { stdin, stdout } = process;
  let buffered: Buffer[] = [];
  let size = 0;
  const fail = (error: unknown) => transport.onerror?.(error as Error);
  const receive = (line: string) => {
    try {
      transport.onmessage?.(parseMessage(readJson(line)));
    } catch (error) {
      fail(error);
    }
  };
  const onData = (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = Buffer.concat([...buffered, rest.subarray(0, end)]).toString('utf8');
      rest = rest.subarray(end + 1);
      buffered = [];
      size = 0;
      receive(line);
    }
    buffered.push(rest);
    size += rest.length;
    if (size <= MAX_BUFFER_BYTES) return;
    fail(new Error(`A message must not be longer than ${MAX_BUFFER_BYTES} bytes.`));
    void transport.close();
  };
  const transport: Transport = {
    async start() {
      stdin.on('data', onData).on('error', fail);
    },
    async send(message) {
      if (!stdout.write(`${writeJson(message)}\n`)) await once(stdout, 'drain');
    },
    async close() {
      stdin.off('data', onData).off('error', fail).pause();
      buffered = [];
      transport.onclose?.();
    },
  };
  return transport;
}
