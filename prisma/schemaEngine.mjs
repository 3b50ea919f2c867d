#!/usr/bin/env node
// What Prisma's command line starts as its schema engine, in place of the native one. See schemaEngine/main.ts.
import { register } from 'tsx/esm/api';

register();
await import('./schemaEngine/main.ts');
