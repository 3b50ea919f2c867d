#!/usr/bin/env node
// Starts the built command line. It is not in dist, because npm links it before the first build.
import { existsSync } from 'node:fs';

// A server starts from the bundle: a few files instead of 1,600.
const folders = process.argv[2] === 'serve' ? ['bundle', 'service/cli'] : ['service/cli'];
const main = folders.map((folder) => new URL(`../dist/${folder}/main.js`, import.meta.url)).find(existsSync);
if (main) await import(main.href);
else {
  process.stderr.write('portico: The program is not built. Run "npm run build", or "npm start" to build and serve.\n');
  process.exit(1);
}
