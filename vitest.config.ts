import { createRequire } from 'node:module';
import { availableParallelism, loadavg } from 'node:os';
import { defineConfig } from 'vitest/config';

// graphql 16 has a CommonJS and an ES build. Vite would load the ES build while Node loads the other for the libraries, and
// two copies of graphql refuse each other's objects.
const graphql = createRequire(import.meta.url).resolve('graphql');

/** What needs neither a server nor packages of its own: the end of a file's name says whether it replaces modules or starts processes. */
const FOLDERS = 'architecture,commands,docs,examples,library,parts,service,vocabulary';
const TOOLS = 'bench,chaos,ci,fuzz,packaging';
const unit = (end: string) => [`test/{${FOLDERS}}/**/*.${end}`, `test/systems/{${TOOLS}}/**/*.${end}`];

/** Suites that start the program start the built one, as users do. */
const BUILD = 'test/promises/support/buildForTests.ts';

/**
 * The promises that hops between processes could break: what a request means, and what becomes of its result. What HTTP and the
 * engine do alone is the same code as in one process. A façade has no /graphql, and its keys are not in the subgraphs' database.
 */
const OVER_HOPS = [
  'authentication,checks,cursors,errors,expand,forecast,health,idempotencyKeys,lists,lostUpdates,orders,pagination',
  'permissions,preconditions,products,schemes,simultaneous,streams,userUpdates,users',
].join(',');

/** How much of the cores others use already: limits of time are for what never ends, and grow with what is left. */
const LOAD = Math.max(1, loadavg()[0]! / availableParallelism());
const seconds = (count: number) => Math.ceil(count * 1000 * LOAD);

export default defineConfig({
  resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
  test: {
    // Transformed modules, by their text, in `node_modules`: the next run, and the one beside it, need not transform them again.
    experimental: { fsModuleCache: true },
    testTimeout: seconds(120),
    hookTimeout: seconds(240),
    expect: { poll: { timeout: seconds(60) } },
    // Garbage of tests is young: a larger space for it takes a tenth of the processor's time.
    execArgv: ['--max-semi-space-size=64'],
    // Two even on two cores: the process that runs Vitest is idle most of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // `npm test` runs `unit`, `mock` and `spec`, `.ci/run` everything.
    projects: [
      // A worker imports a module once for all files, so nothing that a test file changes outside itself may outlast it.
      {
        extends: true,
        test: {
          name: 'unit',
          include: unit('test.ts'),
          exclude: ['process', 'mock', 'database', 'slow'].map((end) => `**/*.${end}.test.ts`),
          isolate: false,
        },
      },
      // As `unit`: files of many cases, which take more than a second or two of the processor.
      {
        extends: true,
        test: {
          name: 'slow',
          include: [...unit('slow.test.ts'), 'test/promises/contract/*.slow.test.ts'],
          isolate: false,
        },
      },
      // Tests that replace a module, each with modules of its own.
      { extends: true, test: { name: 'mock', include: unit('mock.test.ts') } },
      {
        extends: true,
        test: {
          name: 'spec',
          include: ['test/promises/**/*.test.ts'],
          exclude: ['test/promises/{process,settings}/**', '**/*.slow.test.ts'],
          globalSetup: 'test/promises/support/globalSetup.ts',
          setupFiles: 'test/promises/support/setTarget.ts',
          isolate: false,
        },
      },
      // Many processes, which have settings of their own or are killed, restarted and drained: minutes of waiting.
      {
        extends: true,
        test: {
          name: 'process',
          isolate: false,
          include: [...unit('process.test.ts'), 'test/promises/{process,settings}/*.test.ts'],
          globalSetup: BUILD,
          testTimeout: seconds(240),
        },
      },
      // The embedded database itself: statements, transactions, seeds. `npm test` has what is served over it.
      { extends: true, test: { name: 'database', include: unit('database.test.ts'), isolate: false } },
      // Linters, and a compiler, over the OpenAPI documents. Needs `npm ci --prefix test/systems/openapi`.
      {
        extends: true,
        test: {
          name: 'openapi',
          include: ['test/systems/openapi/*.test.ts'],
          globalSetup: BUILD,
          testTimeout: seconds(240),
        },
      },
      // examples/github against what GitHub publishes. Needs `npm ci --prefix examples/github`.
      {
        extends: true,
        test: {
          name: 'github',
          include: ['examples/github/test/*.test.ts'],
          globalSetup: BUILD,
          testTimeout: seconds(60),
        },
      },
      // A real issuer. Needs `npm ci --prefix examples/oidc`.
      { extends: true, test: { name: 'oidc', include: ['examples/oidc/test/*.test.ts'] } },
      // Needs a server, at TEST_DATABASE_URL. Many tests count on timeouts of seconds, so one file runs at a time (in `.ci/run` two).
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['test/systems/postgres/**/*.test.ts', 'test/service/inside/**/*.test.ts'],
          globalSetup: BUILD,
          setupFiles: 'test/systems/postgres/support/setup.ts',
          isolate: false,
          fileParallelism: false,
        },
      },
      // What a request costs, in statements and allocated bytes. Needs a server, at TEST_DATABASE_URL.
      {
        extends: true,
        test: {
          name: 'cost',
          include: ['test/systems/cost/*.test.ts'],
          setupFiles: 'test/systems/postgres/support/setup.ts',
        },
      },
      // Needs a server, at TEST_REDIS_URL or at the port of Redis on this machine.
      {
        extends: true,
        test: {
          name: 'redis',
          include: ['test/systems/redis/**/*.test.ts'],
          globalSetup: BUILD,
          fileParallelism: false,
        },
      },
      // The promises of the interface again, over two processes at one port and one PostgreSQL database.
      {
        extends: true,
        test: {
          name: 'workers',
          include: ['test/promises/http/**/*.test.ts'],
          globalSetup: [BUILD, 'test/systems/workers/support/globalSetup.ts'],
          setupFiles: 'test/systems/workers/support/setTarget.ts',
          isolate: false,
          fileParallelism: false,
        },
      },
      // The promises of REST again, over one federation of processes; and those of the hops between the processes.
      {
        extends: true,
        test: {
          name: 'federation',
          include: [`test/promises/http/{${OVER_HOPS}}.test.ts`, 'test/systems/federation/*.test.ts'],
          globalSetup: [BUILD, 'test/systems/federation/support/globalSetup.ts'],
          setupFiles: 'test/systems/federation/support/setTarget.ts',
          isolate: false,
          fileParallelism: false,
          testTimeout: seconds(240),
        },
      },
      // The Dockerfile, compose.yaml and deploy/. Needs `npm ci --prefix test/systems/deploy`, and mmdebstrap and prometheus of Debian.
      {
        extends: true,
        test: { name: 'deploy', include: ['test/systems/deploy/*.test.ts'], hookTimeout: seconds(600) },
      },
      // The tarball of `npm run package` in new projects; installs packages, from npm's cache where it has them.
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/systems/package/*.test.ts'],
          globalSetup: 'test/systems/package/support/globalSetup.ts',
          testTimeout: seconds(240),
          hookTimeout: seconds(600),
        },
      },
      // The tarball on Node, Bun, Deno and workerd. Needs `npm ci --prefix test/systems/hosts`.
      {
        extends: true,
        test: {
          name: 'hosts',
          include: ['test/systems/hosts/*.test.ts'],
          globalSetup: 'test/systems/package/support/globalSetup.ts',
          testTimeout: seconds(60),
          hookTimeout: seconds(600),
        },
      },
      // The recipes of examples/hosts, typed from their READMEs. Installs packages, as the one before.
      {
        extends: true,
        test: {
          name: 'recipes',
          include: ['test/systems/recipes/*.test.ts'],
          globalSetup: 'test/systems/package/support/globalSetup.ts',
          testTimeout: seconds(300),
          hookTimeout: seconds(600),
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/systems/browser/**/*.test.ts'],
          globalSetup: BUILD,
          fileParallelism: false,
          testTimeout: seconds(240),
        },
      },
    ],
  },
});
