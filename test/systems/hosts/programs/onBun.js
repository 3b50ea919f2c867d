import { portico } from './app.js';

const { port } = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: portico.fetch });
console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
