// `npm run guard -- --out FOLDER [--schemas FOLDER] [--update]`: writes what the corpora compile to, what is said of faults in
// them, and what they respond, each as a file, and compares the files with the hashes beside this module. Two folders of two
// commits are compared with `diff -r`.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { setup } from '../../promises/support/buildForTests.ts';
import { ROOT } from '../../promises/support/startProgram.ts';
import { type Corpus, ownCorpora, publicCorpora } from './corpora.ts';
import { changeDocuments } from './faultyDocuments.ts';
import { recordResponses } from './recordResponses.ts';
import { run } from './run.ts';

const HASHES = path.join(import.meta.dirname, 'hashes.json');

async function writeCorpus(corpus: Corpus, work: string): Promise<Map<string, string>> {
  const { name, folder, project, endpoints } = corpus;
  const files = new Map<string, string>();
  const planFile = path.join(work, `${name}.json`);
  await run(['build', ...project, '--out', planFile], folder);
  const plan = readFileSync(planFile, 'utf8');
  files.set('plan.json', plan);
  files.set('check.json', await run(['check', '--json', ...project], folder));
  const documents = await describe(corpus, plan);
  for (const [prefix, text] of documents) files.set(`openapi${prefix.replaceAll('/', '.')}.json`, text);
  files.set('responses.txt', await recordResponses(corpus, documents));
  const faults: string[] = [];
  for (let round = 1; round <= corpus.faultyRounds; round++) {
    const copy = path.join(work, `${name}-faulty`);
    cpSync(endpoints, copy, { recursive: true });
    changeDocuments(copy, round);
    faults.push(await run(['check', '--json', ...project, '--endpoints', copy], folder));
    rmSync(copy, { recursive: true });
  }
  files.set('faults.txt', faults.join('\n'));
  return files;
}

/** The OpenAPI documents of a corpus, by the prefix of their paths. */
async function describe({ project, folder }: Corpus, plan: string): Promise<Map<string, string>> {
  const { versions } = JSON.parse(plan) as { versions: readonly { number: number }[] };
  const documents = new Map<string, string>();
  for (const version of [[], ...versions.map(({ number }) => ['--version', String(number)])]) {
    const text = await run(['openapi', ...project, ...version], folder);
    // An API has a document of each version, of its unversioned paths, or both.
    if (!text.startsWith('{')) continue;
    const { servers } = JSON.parse(text) as { servers?: readonly { url: string }[] };
    documents.set((servers?.[0]?.url ?? '').replace(/\/$/, ''), text);
  }
  return documents;
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      schemas: { type: 'string' },
      update: { type: 'boolean', default: false },
    },
  });
  setup();
  const work = mkdtempSync(path.join(tmpdir(), 'portico-guard-'));
  const expected = JSON.parse(readFileSync(HASHES, 'utf8')) as Record<string, string>;
  const actual = new Map<string, string>();
  try {
    const corpora = [...ownCorpora(), ...(values.schemas ? await publicCorpora(values.schemas, work) : [])];
    for (const corpus of corpora) {
      for (const [name, text] of await writeCorpus(corpus, work)) {
        const content = text.replaceAll(work, '').replaceAll(ROOT, '');
        const file = `${corpus.name}/${name}`;
        actual.set(file, createHash('sha256').update(content).digest('hex'));
        if (values.out === undefined) continue;
        mkdirSync(path.join(values.out, corpus.name), { recursive: true });
        writeFileSync(path.join(values.out, file), content);
      }
    }
  } finally {
    rmSync(work, { recursive: true });
  }
  const changed = [...actual].filter(([file, hash]) => expected[file] !== hash).map(([file]) => file);
  if (values.update) {
    const all = Object.entries({ ...expected, ...Object.fromEntries(actual) }).sort(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(HASHES, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  }
  for (const file of changed) console.log(`changed: ${file}`);
  console.log(`${actual.size} files, ${changed.length} changed`);
  return changed.length === 0 || values.update;
}

if (!(await main())) process.exitCode = 1;
