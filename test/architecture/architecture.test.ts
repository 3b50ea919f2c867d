import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LAYERS, importCircles, importFaults } from './importFaults.ts';
import { readImports, readModules } from './readImports.ts';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

describe('the project layout', () => {
  const modules = readModules(SRC);

  test('has modules to read', () => {
    expect(modules.length).toBeGreaterThan(20);
    expect(modules.flatMap(({ imports }) => imports).length).toBeGreaterThan(50);
  });

  test('keeps every import of src to its layer', () => {
    expect(importFaults(modules)).toEqual([]);
  });

  // What is generated names the types of the modules that use it.
  test('has no circle of imports', () => {
    const written = modules.filter(({ file }) => !/\.generated\.ts$|database\/client\//.test(file));
    expect(importCircles(written)).toEqual([]);
  });

  test.each(Object.keys(LAYERS))('has no folder in no layer of %s', (part) => {
    const layered = new Set([...LAYERS[part]!.flat(), 'README.md']);
    expect(readdirSync(path.join(SRC, part)).filter((name) => !layered.has(name))).toEqual([]);
  });
});

describe('the names and sizes of modules and folders', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.generated.ts') && !file.includes('database/client/'),
  );

  test('only what makes plans compiles; closures of a plan are prepared', () => {
    const gateway = files.filter((file) => file.startsWith('gateway/') && !file.startsWith('gateway/compile/'));
    expect(gateway.length).toBeGreaterThan(100);
    const exported = (file: string) =>
      readFileSync(path.join(SRC, file), 'utf8').match(/^export (?:async )?(?:function|const|class) compile\w*/gim) ??
      [];
    expect(gateway.flatMap(exported)).toEqual([]);
  });

  test('no two modules share a base name', () => {
    const names = files.map((file) => path.basename(file));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('no folder has more than 25 modules of its own', () => {
    const folders = files.map((file) => path.dirname(file));
    expect(folders.filter((folder) => folders.filter((other) => other === folder).length > 25)).toEqual([]);
  });

  test('no module has more than 400 lines', () => {
    const lines = (file: string) => readFileSync(path.join(SRC, file), 'utf8').split('\n').length - 1;
    expect(files.filter((file) => lines(file) > 400)).toEqual([]);
  });
});

describe('the check of imports', () => {
  test.each([
    [
      'a lower layer that imports a higher one',
      'gateway/base/errors/codes.ts',
      '../../guard/access/Caller.ts',
      'is above',
    ],
    [
      'the gateway that imports the domain',
      'gateway/handle/x.ts',
      '../../service/domain/cursor.ts',
      'nothing of the service',
    ],
    [
      'the gateway that imports the database',
      'gateway/index.ts',
      '../service/database/Database.ts',
      'nothing of the service',
    ],
    ['the plan that imports what handles', 'gateway/plan/x.ts', '../handle/handleRequest.ts', 'is above'],
    ['the plan that imports what executes', 'gateway/plan/x.ts', '../execute/Execute.ts', 'siblings'],
    ['what handles that imports what describes', 'gateway/handle/x.ts', '../describe/y.ts', 'siblings'],
    ['what describes that imports what handles', 'gateway/describe/x.ts', '../handle/y.ts', 'siblings'],
    ['what compiles that imports what handles', 'gateway/compile/page/x.ts', '../../handle/read/y.ts', 'siblings'],
    ['what handles that imports the server', 'gateway/handle/x.ts', '../serve/y.ts', 'is above'],
    ['what reads that imports what renders', 'gateway/handle/read/x.ts', '../render/y.ts', 'is above'],
    ['what reads that imports what handles', 'gateway/handle/read/x.ts', '../handleRequest.ts', 'is above'],
    ['a folder of a room in no layer', 'gateway/plan/texts/x.ts', '../bounds.ts', 'in no layer'],
    ['the domain that imports the federation', 'service/domain/Subgraph.ts', '../federation/x.ts', 'is above'],
    ['a mode that imports the command line', 'service/modes/startMonolith.ts', '../cli/main.ts', 'is above'],
    [
      'one domain that imports another',
      'service/domain/orders/x.ts',
      '../users/UserStore.ts',
      'never import each other',
    ],
    ['the shared domain that imports one', 'service/domain/Subgraph.ts', './users/UserStore.ts', 'no single domain'],
    ['express outside of graphql', 'service/modes/x.ts', 'express', 'graphql only'],
    ['Apollo Server in the gateway', 'gateway/serve/x.ts', '@apollo/server', 'graphql only'],
    ['a part of Apollo Server in the federation', 'service/federation/x.ts', '@apollo/server/errors', 'graphql only'],
    ['the adapter of Apollo Server in a mode', 'service/modes/x.ts', '@as-integrations/express5', 'graphql only'],
    [
      'the Prisma client in a resolver',
      'service/domain/users/usersSubgraph.ts',
      '../../database/client/client.ts',
      'stores',
    ],
    ['the Prisma client in a mode', 'service/modes/x.ts', '@prisma/client', 'stores'],
    ['the Prisma adapter in a resolver', 'service/domain/users/usersSubgraph.ts', '@prisma/adapter-pg', 'stores'],
    ['a driver in the gateway', 'gateway/handle/x.ts', 'pg', 'stores'],
    ['the Prisma client in a store that is no file of a domain', 'service/domain/Store.ts', '@prisma/client', 'stores'],
    ['the embedded database in the command line', 'service/cli/serve.ts', '@electric-sql/pglite', 'stores'],
    ['packaging that imports the gateway', 'packaging/runPackage.ts', '../gateway/index.ts', 'nothing of the gateway'],
    [
      'the gateway that imports packaging',
      'gateway/index.ts',
      '../packaging/runPackage.ts',
      'nothing of the packaging',
    ],
    ['the gateway that imports the project', 'gateway/server.ts', '../project/Report.ts', 'nothing of the project'],
    ['the project that imports what writes', 'project/x.ts', '../authoring/add/x.ts', 'nothing of the authoring'],
    ['what writes that imports the program', 'authoring/dev/x.ts', '../../cli/portico.ts', 'nothing of the cli'],
    ['the program that imports the service', 'cli/x.ts', '../service/cli/main.ts', 'nothing of the service'],
    ['the development server that imports the setup', 'authoring/dev/x.ts', '../init/x.ts', 'is above'],
    ['the service behind an entrance', 'service/modes/x.ts', '../../gateway/base/errors/codes.ts', 'gateway/server.ts'],
    ['the service in the program', 'service/cli/x.ts', '../../cli/createProgram.ts', 'cli/program.ts'],
    ['the service in the project', 'service/cli/x.ts', '../../project/Report.ts', 'cli/program.ts'],
    ['a folder in no layer', 'gateway/utils/text.ts', 'node:path', 'in no layer'],
    ['an import from the tests', 'gateway/index.ts', '../../test/promises/x.ts', 'leaves src'],
  ])('refuses %s', (_, file, specifier, fault) => {
    const faults = importFaults([{ file, imports: [specifier] }]);
    expect(faults).toEqual([expect.stringContaining(fault)]);
    expect(faults[0]).toContain(`src/${file} imports ${specifier}`);
  });

  test.each([
    ['a package', 'gateway/base/errors/ServiceError.ts', 'graphql'],
    ['a module of Node', 'service/cli/main.ts', 'node:path'],
    ['its own folder', 'gateway/handle/read/readPage.ts', './readQuery.ts'],
    ['a lower layer', 'gateway/handle/x.ts', '../base/errors/ServiceError.ts'],
    ['a lower layer of its room', 'gateway/handle/run/x.ts', '../read/readQuery.ts'],
    ['the package from the service', 'service/modes/x.ts', '../../gateway/server.ts'],
    ['the program from the service', 'service/cli/main.ts', '../../cli/program.ts'],
    ['the gateway from what writes', 'authoring/dev/x.ts', '../../gateway/base/errors/codes.ts'],
    ['a module beside it in a part without layers', 'cli/explain.ts', './explainRequest.ts'],
    ['what the domains share', 'service/domain/users/usersSubgraph.ts', '../createConnection.ts'],
    ['the database from the domain', 'service/domain/users/usersSubgraph.ts', '../../database/Database.ts'],
    ['the Prisma client from a store', 'service/domain/users/UserStore.ts', '../../database/client/client.ts'],
    ['the Prisma client from the database', 'service/database/openDatabase.ts', '@prisma/adapter-pg'],
    ['express from graphql', 'service/graphql/server.ts', 'express'],
    ['the version of the program', 'service/cli/main.ts', '../../package.json'],
  ])('allows %s', (_, file, specifier) => {
    expect(importFaults([{ file, imports: [specifier] }])).toEqual([]);
  });
});

test('finds each circle of imports once, and no module that only leads to one', () => {
  const circles = importCircles([
    { file: 'gateway/a.ts', imports: ['./b.ts', 'graphql'] },
    { file: 'gateway/b.ts', imports: ['./c.ts'] },
    { file: 'gateway/c.ts', imports: ['./a.ts'] },
    { file: 'gateway/d.ts', imports: ['./a.ts', './e.ts'] },
    { file: 'gateway/e.ts', imports: [] },
  ]);
  expect(circles).toEqual([['gateway/a.ts', 'gateway/b.ts', 'gateway/c.ts']]);
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
    ['no import of a text', `const a = ['from', 'b'];\nconst c = \`import { d } from 'e';\`;`, []],
    ['an import behind a text with slashes', `const a = 'http://b'; import './c.ts';`, ['./c.ts']],
  ])('finds %s', (_, source, imports) => {
    expect(readImports(source)).toEqual(imports);
  });
});
