import { portico } from './app.js';

const worker = { fetch: (request) => portico.fetch(request) };
export { worker as default };
