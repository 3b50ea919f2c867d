#!/usr/bin/env node
// The schema engine that Prisma's command line starts where the native one is not installed. See schemaEngine/main.ts.
import { register } from 'tsx/esm/api';

register();
await import('./schemaEngine/main.ts');
