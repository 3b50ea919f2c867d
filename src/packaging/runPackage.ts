// `npm run package -- --out DIR`: packs src/gateway as portico-<version>.tgz, and prints its path.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { stagePackage } from './stagePackage.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const { values } = parseArgs({ options: { out: { type: 'string', default: '.' } } });
const stage = mkdtempSync(path.join(tmpdir(), 'portico-stage-'));
try {
  await stagePackage(ROOT, stage);
  mkdirSync(values.out, { recursive: true });
  const args = ['pack', stage, '--pack-destination', values.out, '--json', '--ignore-scripts'];
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8' })) as [{ filename: string }];
  process.stdout.write(`${path.join(values.out, filename)}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(stage, { recursive: true, force: true });
}
