// A plugin of Stryker: a checker that refuses all mutants but a sample of them. Which, follows
// from a hash of the seed, the line and its change, not of the position: a line that moves to another file stays in the sample.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const count = Number(process.env.MUTATION_SAMPLE || Infinity);
const sample = new Set();

const checker = {
  async init() {},

  /** Stryker calls this once, with all mutants, before it checks each group. */
  async group(mutants) {
    const hashes = hashMutants(mutants);
    const ids = mutants.map(({ id }) => id).sort((a, b) => (hashes.get(a) < hashes.get(b) ? -1 : 1));
    for (const id of ids.slice(0, count)) sample.add(id);
    return [ids];
  },

  async check(mutants) {
    return Object.fromEntries(mutants.map(({ id }) => [id, { status: sample.has(id) ? 'passed' : 'compileError' }]));
  },
};

/** The hash of each mutant. Equal changes of equal lines differ by their number, in the order of the mutants in their files. */
function hashMutants(mutants) {
  const seed = process.env.MUTATION_SEED;
  const files = new Map();
  const numbers = new Map();
  const hashes = new Map();
  const ordered = [...mutants].sort((one, other) => Number(one.id) - Number(other.id));
  for (const { id, fileName, location, mutatorName, replacement } of ordered) {
    if (!files.has(fileName)) files.set(fileName, readFileSync(fileName, 'utf8').split('\n'));
    const line = files.get(fileName)[location.start.line];
    const column = location.start.column - line.search(/\S/);
    const change = [line.trim(), column, mutatorName, replacement].join('\n');
    const number = (numbers.get(change) ?? 0) + 1;
    numbers.set(change, number);
    hashes.set(id, createHash('sha256').update(`${seed}\n${number}\n${change}`).digest('hex'));
  }
  return hashes;
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', value: checker }];
