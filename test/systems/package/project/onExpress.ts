// In an express app, below a path, behind a parser of bodies, for known readers only.
import type { AddressInfo } from 'node:net';
import express, { type Request } from 'express';
import { createPortico, type PorticoCaller } from 'portico';
import { newShelf, schema, type Library } from './library.js';

const readers = new Map<string, PorticoCaller>([['Bearer jane', { subject: 'Jane', scopes: [] }]]);
const shelf = newShelf();
const options = { schema, endpoints: new URL('./rest', import.meta.url) };
const { handler } = createPortico({
  ...options,
  basePath: '/library/api',
  authenticate: async ({ authorization }) => readers.get(authorization ?? ''),
  context: async (request, { caller }): Promise<Library> => {
    const { ip } = request as Request;
    return { reader: `${caller?.subject} at ${ip}`, shelf };
  },
});
const misplaced = createPortico(options);

const app = express();
app.get('/library/hello', (_, response) => void response.send('hello'));
app.use(express.json());
app.use('/library/api', handler);
app.use('/elsewhere', misplaced.handler);
app.use(
  ((error, _request, response, _next) => void response.status(500).send(error.message)) as express.ErrorRequestHandler,
);
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
});
