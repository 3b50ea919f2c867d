// The fetch function behind node:http, by the adapter that most frameworks use.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { portico } from './app.js';

const server = createServer(getRequestListener((request) => portico.fetch(request)));
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })));
