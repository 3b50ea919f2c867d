// On bare node:http, open to everybody.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPortico, type Portico } from 'portico';
import { newShelf, schema } from './library.js';

const shelf = newShelf();
const portico: Portico = createPortico({
  schema,
  endpoints: new URL('./rest', import.meta.url),
  context: () => ({ reader: 'anybody', shelf }),
});
const server = createServer(portico.handler);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  const listed = portico.endpoints.map(({ version, method, path }) => `${method} /v${version}${path}`);
  console.log(
    JSON.stringify({ url: `http://127.0.0.1:${port}`, listed, openApi: portico.openApi.get('/v1/openapi.json') }),
  );
});
