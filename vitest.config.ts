import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// graphql 16 has a CommonJS and an ES build. Vite would load the ES build while Node loads the other for the libraries, and
// two copies of graphql refuse each other's objects.
const graphql = createRequire(import.meta.url).resolve('graphql');

/** Suites that start the program start the built one, as users do. */
const BUILD = 'test/spec/support/buildForTests.ts';

export default defineConfig({
  resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // Two even on two cores: the process that runs Vitest is idle most of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // `npm test` runs `unit`, `mock` and `spec`, `.ci/run` everything.
    projects: [
      // A worker imports a module once for all files, so nothing that a test file changes outside itself may outlast it.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          exclude: ['**/*.process.test.ts', '**/*.mock.test.ts'],
          isolate: false,
        },
      },
      // Tests that replace a module, each with modules of its own.
      { extends: true, test: { name: 'mock', include: ['test/unit/**/*.mock.test.ts'] } },
      {
        extends: true,
        test: { name: 'spec', include: ['test/spec/**/*.test.ts'], exclude: ['test/spec/process/**'], isolate: false },
      },
      // Many processes, which are killed, restarted and drained: minutes of waiting.
      {
        extends: true,
        test: {
          name: 'process',
          include: ['test/unit/**/*.process.test.ts', 'test/spec/process/*.test.ts'],
          globalSetup: BUILD,
          testTimeout: 120_000,
        },
      },
      // Needs a server, at TEST_DATABASE_URL. Many tests count on timeouts of seconds, so one file runs at a time.
      {
        extends: true,
        test: { name: 'postgres', include: ['test/postgres/**/*.test.ts'], globalSetup: BUILD, fileParallelism: false },
      },
      // What a request costs, in statements and allocated bytes. Needs a server, at TEST_DATABASE_URL.
      { extends: true, test: { name: 'cost', include: ['test/cost/*.test.ts'] } },
      // Needs a server, at TEST_REDIS_URL or at the port of Redis on this machine.
      {
        extends: true,
        test: { name: 'redis', include: ['test/redis/**/*.test.ts'], globalSetup: BUILD, fileParallelism: false },
      },
      // The promises of the interface again, over two processes at one port and one PostgreSQL database.
      {
        extends: true,
        test: {
          name: 'workers',
          include: ['test/spec/http/**/*.test.ts'],
          globalSetup: [BUILD, 'test/workers/support/globalSetup.ts'],
          setupFiles: 'test/workers/support/setTarget.ts',
          isolate: false,
          fileParallelism: false,
        },
      },
      // The promises of REST again, over one federation of processes; and those of the hops between the processes.
      {
        extends: true,
        test: {
          name: 'federation',
          include: ['test/spec/http/**/*.test.ts', 'test/federation/**/*.test.ts'],
          // A façade has no /graphql: the router has. Its keys are not in the database of the subgraphs.
          exclude: ['**/node_modules/**', 'test/spec/http/graphql*.test.ts', 'test/spec/http/atomicKeys.test.ts'],
          globalSetup: [BUILD, 'test/federation/support/globalSetup.ts'],
          setupFiles: 'test/federation/support/setTarget.ts',
          isolate: false,
          fileParallelism: false,
          testTimeout: 60_000,
        },
      },
      // The tarball of `npm run package` in new projects; installs packages, from npm's cache where it has them.
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/package/*.test.ts'],
          globalSetup: 'test/package/support/globalSetup.ts',
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: { name: 'browser', include: ['test/browser/**/*.test.ts'], fileParallelism: false, testTimeout: 60_000 },
      },
    ],
  },
});
