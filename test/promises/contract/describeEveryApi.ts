import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { createPortico } from '../../../src/gateway/index.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The folders of the APIs, each with a schema and endpoint documents, by name. */
const APIS = new Map([
  ...readdirSync(`${root}examples`)
    // The recipes for hosts have their documents in their READMEs, the schema of GitHub is a package, and an issuer has none.
    .filter((name) => name !== 'hosts' && name !== 'github' && name !== 'oidc')
    .map((name) => [name, `${root}examples/${name}`] as const),
  ['everyWord', fileURLToPath(new URL('everyWord', import.meta.url))],
]);

/** The OpenAPI documents of every API of the examples and of the one with every word, by the name of their file. */
export const documents = new Map([...APIS].flatMap(([name, folder]) => describe(name, folder)));

function describe(name: string, folder: string): (readonly [string, Readonly<Record<string, unknown>>])[] {
  const copy = mkdtempSync(path.join(tmpdir(), 'portico-api-'));
  try {
    cpSync(`${folder}/endpoints`, copy, { recursive: true });
    const versions = readdirSync(copy).filter((entry) => /^v\d+$/.test(entry));
    // The document of one version and that of the unversioned paths are the same but for their media types.
    const versioning = versions.length === 1 ? 'header' : 'both';
    const api = { defaultVersion: 1, ...readApi(copy), name: name.toLowerCase(), versioning };
    writeFileSync(path.join(copy, 'api.json'), JSON.stringify(api));
    const { openApi } = createPortico({
      schema: buildSchema(readFileSync(`${folder}/schema.graphql`, 'utf8')),
      endpoints: copy,
      authenticate: () => null,
      idempotency: { begin: unused, finish: unused },
    });
    return [...openApi].map(([file, document]) => [`${name}${file.replaceAll('/', '.')}`, document] as const);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function readApi(folder: string): object {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'api.json'), 'utf8')) as object;
  } catch {
    return {};
  }
}

function unused(): never {
  throw new Error('Nothing is requested here.');
}
