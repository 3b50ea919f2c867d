// The APIs whose behaviour must not change unnoticed.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ROOT } from '../../promises/support/startProgram.ts';
import { run } from './run.ts';

export interface Corpus {
  name: string;
  /** Where the program runs. */
  folder: string;
  /** The arguments that name its schema and documents. */
  project: readonly string[];
  /** The endpoint documents. */
  endpoints: string;
  /** How often all its documents are changed. */
  faultyRounds: number;
}

/** Public schemas, as NAME.graphql.gz in a folder outside this repository. */
const PUBLIC = ['artsy', 'github', 'linear', 'saleor'] as const;

/** Examples without documents of their own: recipes for hosts, and an issuer of tokens. */
const WITHOUT_DOCUMENTS: ReadonlySet<string> = new Set(['hosts', 'oidc']);

const GITHUB_SCHEMA = 'examples/github/node_modules/@octokit/graphql-schema/schema.graphql';

/** The corpora of this repository. */
export function ownCorpora(): Corpus[] {
  if (!existsSync(path.join(ROOT, GITHUB_SCHEMA))) throw new Error('Run "npm ci --prefix examples/github" first.');
  const examples = readdirSync(path.join(ROOT, 'examples')).filter((name) => !WITHOUT_DOCUMENTS.has(name));
  return [
    corpusOf('schema', 'schema/supergraph.graphql', 'schema/rest'),
    corpusOf(
      'everyWord',
      'test/promises/contract/everyWord/schema.graphql',
      'test/promises/contract/everyWord/endpoints',
    ),
    ...examples.map((name) =>
      corpusOf(
        name,
        name === 'github' ? GITHUB_SCHEMA : `examples/${name}/schema.graphql`,
        `examples/${name}/endpoints`,
      ),
    ),
  ];
}

/** The public schemas, each with the documents that `init` proposes, written below `work`. */
export async function publicCorpora(schemas: string, work: string): Promise<Corpus[]> {
  const corpora: Corpus[] = [];
  for (const name of PUBLIC) {
    const folder = path.join(work, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      path.join(folder, 'schema.graphql'),
      gunzipSync(readFileSync(path.join(schemas, `${name}.graphql.gz`))),
    );
    await run(['init', 'schema.graphql', '--yes', '--json'], folder);
    const endpoints = path.join(folder, 'rest');
    corpora.push({ name: `public-${name}`, folder, project: [], endpoints, faultyRounds: 2 });
  }
  return corpora;
}

function corpusOf(name: string, schema: string, endpoints: string): Corpus {
  const [schemaFile, folder] = [path.join(ROOT, schema), path.join(ROOT, endpoints)];
  return {
    name,
    folder: path.dirname(folder),
    project: ['--schema', schemaFile, '--endpoints', folder],
    endpoints: folder,
    faultyRounds: 8,
  };
}
