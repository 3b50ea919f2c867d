// The same API, options and requests through both handlers of createPortico.
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { createPortico } from '../../src/gateway/index.ts';
import { expectResponses } from '../systems/hosts/expectResponses.ts';
import { createOptions } from '../systems/hosts/notes.ts';

const endpoints = fileURLToPath(new URL('../systems/hosts/rest', import.meta.url));
const create = () => createPortico({ ...createOptions(), endpoints });

let server: Server;
beforeAll(async () => {
  server = createServer(create().handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

expectResponses('the handler of node:http', () => ({
  origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  send: fetch,
}));

const portico = create();
expectResponses('the function of the Fetch standard', () => ({ origin: 'http://localhost', send: portico.fetch }));
