// The last step of `npm run build`: bundles the program that `portico serve` starts.
import { fileURLToPath } from 'node:url';
import { bundleProgram } from './bundleProgram.ts';

const root = new URL('../../', import.meta.url);
await bundleProgram(
  fileURLToPath(new URL('dist/service/cli/main.js', root)),
  fileURLToPath(new URL('dist/bundle', root)),
);
