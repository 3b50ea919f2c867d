#!/usr/bin/env node
// Starts the built command line. It is not in dist, because npm links it before the first build.
import { existsSync } from 'node:fs';

const main = new URL('../dist/service/cli/main.js', import.meta.url);
if (existsSync(main)) await import(main.href);
else {
  process.stderr.write('portico: The program is not built. Run "npm run build", or "npm start" to build and serve.\n');
  process.exit(1);
}
