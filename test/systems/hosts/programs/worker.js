import { portico } from './app.js';

export default { fetch: (request) => portico.fetch(request) };
