// The worker in workerd, which Cloudflare runs.
import { fileURLToPath } from 'node:url';
import { Miniflare } from 'miniflare';

const worker = new Miniflare({
  // As wrangler hands over what it has bundled: one module. Packages that are missing in it are imported only where they are used.
  modules: [{ type: 'ESModule', path: fileURLToPath(new URL('worker.bundle.js', import.meta.url)) }],
  compatibilityDate: '2025-10-01',
  compatibilityFlags: ['nodejs_compat'],
  host: '127.0.0.1',
});
const url = await worker.ready;
console.log(JSON.stringify({ url: url.origin }));
