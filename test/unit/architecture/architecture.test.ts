import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { importFaults, FLOORS } from './importFaults.ts';
import { readImports, readModules } from './readImports.ts';

const SRC = fileURLToPath(new URL('../../../src', import.meta.url));

describe('the house', () => {
  const modules = readModules(SRC);

  test('has modules to read', () => {
    expect(modules.length).toBeGreaterThan(20);
    expect(modules.flatMap(({ imports }) => imports).length).toBeGreaterThan(50);
  });

  test('keeps every import of src to its floor', () => {
    expect(importFaults(modules)).toEqual([]);
  });

  test('has no folder that stands on no floor', () => {
    const known = new Set([...FLOORS.flat(), 'README.md']);
    expect(readdirSync(SRC).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('the check of imports', () => {
  test.each([
    ['a lower floor that imports a higher one', 'errors/codes.ts', '../auth/Caller.ts', 'stands above'],
    ['auth that imports the domain', 'auth/checkScopes.ts', '../domain/Subgraph.ts', 'stands above'],
    ['the domain that imports the graph', 'domain/Subgraph.ts', '../graph/mergeSubgraphs.ts', 'stands above'],
    ['the engine that imports http', 'rest/handle.ts', '../http/server.ts', 'stands above'],
    ['http that imports the app', 'http/server.ts', '../app.ts', 'stands above'],
    ['the app that imports the command line', 'app.ts', './cli/main.ts', 'stands above'],
    ['siblings on the ground floor', 'config/readSettings.ts', '../errors/ServiceError.ts', 'siblings'],
    ['auth and database', 'auth/localKey.ts', '../database/openDatabase.ts', 'siblings'],
    ['rest that imports graph', 'rest/compile.ts', '../graph/prepareOperation.ts', 'siblings'],
    ['graph that imports rest', 'graph/prepareOperation.ts', '../rest/Execute.ts', 'siblings'],
    ['the engine that imports the domain', 'rest/compile.ts', '../domain/Subgraph.ts', 'knows nothing of'],
    ['the engine that imports the database', 'rest/reply.ts', '../database/serviceErrorOf.ts', 'knows nothing of'],
    ['the engine that imports it from a deeper folder', 'rest/page/x.ts', '../../domain/cursor.ts', 'knows nothing of'],
    ['one domain that imports another', 'domain/orders/x.ts', '../users/UserStore.ts', 'never import each other'],
    ['the shared domain that imports one', 'domain/Subgraph.ts', './users/UserStore.ts', 'no single domain'],
    ['express outside of http', 'app.ts', 'express', 'src/http only'],
    ['Apollo Server outside of http', 'graph/limits.ts', '@apollo/server', 'src/http only'],
    ['a part of Apollo Server outside of http', 'graph/limits.ts', '@apollo/server/errors', 'src/http only'],
    ['the adapter of Apollo Server outside of http', 'app.ts', '@as-integrations/express5', 'src/http only'],
    ['the engine that imports express', 'rest/reply.ts', 'express', 'src/http only'],
    ['the Prisma client in a resolver', 'domain/users/usersSubgraph.ts', '../../database/client/client.ts', 'stores'],
    ['the Prisma client in the app', 'app.ts', '@prisma/client', 'stores'],
    ['the Prisma adapter in a resolver', 'domain/users/usersSubgraph.ts', '@prisma/adapter-pg', 'stores'],
    ['a driver in the engine', 'rest/reply.ts', 'pg', 'stores'],
    ['the Prisma client in a store that is no file of a domain', 'domain/Store.ts', '@prisma/client', 'stores'],
    ['the embedded database in the command line', 'cli/serve.ts', '@electric-sql/pglite', 'stores'],
    ['a folder on no floor', 'utils/text.ts', 'node:path', 'no floor'],
    ['an import from the tests', 'app.ts', '../test/spec/support/startForSpec.ts', 'leaves src'],
  ])('refuses %s', (_, file, specifier, fault) => {
    const faults = importFaults([{ file, imports: [specifier] }]);
    expect(faults).toEqual([expect.stringContaining(fault)]);
    expect(faults[0]).toContain(`src/${file} imports ${specifier}`);
  });

  test.each([
    ['a package', 'errors/ServiceError.ts', 'graphql'],
    ['a module of Node', 'cli/main.ts', 'node:path'],
    ['its own folder', 'rest/page/readPage.ts', '../message.ts'],
    ['a lower floor', 'rest/message.ts', '../errors/ServiceError.ts'],
    ['auth from the engine', 'rest/Execute.ts', '../auth/Caller.ts'],
    ['what the domains share', 'domain/users/usersSubgraph.ts', '../connection.ts'],
    ['the database from the domain', 'domain/users/usersSubgraph.ts', '../../database/Database.ts'],
    ['the Prisma client from a store', 'domain/users/UserStore.ts', '../../database/client/client.ts'],
    ['the Prisma client from the database', 'database/openDatabase.ts', '@prisma/adapter-pg'],
    ['express from http', 'http/server.ts', 'express'],
    ['everything from the app', 'app.ts', './rest/createRestEngine.ts'],
    ['the version of the program', 'cli/main.ts', '../../package.json'],
  ])('allows %s', (_, file, specifier) => {
    expect(importFaults([{ file, imports: [specifier] }])).toEqual([]);
  });
});

describe('the reading of imports', () => {
  test.each([
    ['a named import', `import { a } from './a.ts';`, ['./a.ts']],
    ['an import over several lines', `import {\n  type A,\n  b,\n} from "./a.ts";`, ['./a.ts']],
    ['an import of types', `import type { A } from './a.ts';`, ['./a.ts']],
    ['an import for its effect', `import './a.ts';`, ['./a.ts']],
    ['a re-export', `export * from './a.ts';\nexport { b } from './b.ts';`, ['./a.ts', './b.ts']],
    ['a dynamic import', `const a = await import('./a.ts');`, ['./a.ts']],
    ['a type of an import', `let a: import('./a.ts').A;`, ['./a.ts']],
    ['a require', `const a = require('./a.ts');`, ['./a.ts']],
    ['no import of a comment', `// import './a.ts';\n/* from './b.ts' */\nconst a = 'x';`, []],
    ['an import behind a text with slashes', `const a = 'http://b'; import './c.ts';`, ['./c.ts']],
  ])('finds %s', (_, source, imports) => {
    expect(readImports(source)).toEqual(imports);
  });
});
