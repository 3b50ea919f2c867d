#!/usr/bin/env node
// Starts the built command line. It is not in dist, because npm links it before the first build.
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

// A server starts from the bundle: a few files instead of 1,600.
const isServer = process.argv[2] === 'serve';
const folders = isServer ? ['bundle', 'service/cli'] : ['service/cli'];
const main = folders.map((folder) => new URL(`../dist/${folder}/main.js`, import.meta.url)).find(existsSync);
if (main) {
  // From Node 22.1: what V8 has compiled is kept for the next start, beside the bundle, where only those write who can change the program. In
  // a folder of all users, as Node's default, another could. Where it cannot be written, Node goes on without it.
  if (isServer) nodeModule.enableCompileCache?.(fileURLToPath(new URL('../dist/bundle/cache', import.meta.url)));
  await import(main.href);
} else {
  process.stderr.write('portico: The program is not built. Run "npm run build", or "npm start" to build and serve.\n');
  process.exit(1);
}
