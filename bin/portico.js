#!/usr/bin/env node
// Starts the built command line. It is here, and not in dist, so that npm finds it before the first build.
import { existsSync } from 'node:fs';

const main = new URL('../dist/service/cli/main.js', import.meta.url);
if (existsSync(main)) await import(main.href);
else {
  process.stderr.write(
    'portico: This is not built yet. Run "npm run build" (or "npm start", which builds and serves).\n',
  );
  process.exit(1);
}
