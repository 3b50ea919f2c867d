// A CommonJS module, which Node lets require Portico, an ES module.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { GraphQLSchema } from 'graphql';
import { createPortico } from 'portico';
import { newShelf, schema } from './library.js';

const shelf = newShelf();
const { handler } = createPortico({
  schema,
  endpoints: path.join(__dirname, 'rest'),
  context: () => ({ reader: 'anybody', shelf }),
});
const server = createServer(handler);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  const sharesGraphql = schema instanceof GraphQLSchema;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, sharesGraphql }));
});
