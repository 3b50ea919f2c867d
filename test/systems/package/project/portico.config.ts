import { defineConfig } from 'portico';
import { newShelf } from './library.js';

const shelf = newShelf();

export default defineConfig({
  schema: 'library.ts',
  endpoints: new URL('./rest', import.meta.url),
  authenticate: ({ authorization }) => (authorization ? { subject: authorization, scopes: [] } : null),
  context: (_, { caller }) => ({ reader: caller?.subject ?? 'anybody', shelf }),
});
