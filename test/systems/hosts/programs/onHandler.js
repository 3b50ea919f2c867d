import { createServer } from 'node:http';
import { portico } from './app.js';

const server = createServer(portico.handler);
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })));
