import { afterAll } from 'vitest';
import { dropDatabases } from './createDatabase.ts';

afterAll(dropDatabases);
