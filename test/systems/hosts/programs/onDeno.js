import { portico } from './app.js';

const onListen = ({ port }) => console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
Deno.serve({ port: 0, hostname: '127.0.0.1', onListen }, portico.fetch);
