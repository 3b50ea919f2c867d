// Reads one user from the engine again and again, over an executor that has the result. Writes the CPU time per read, in
// microseconds, of each round as JSON. Arguments: rounds, and reads of each.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { compileApi } from '../../../dist/gateway/compile/compileApi.js';
import { createEngine } from '../../../dist/gateway/serve/createEngine.js';
import { RequestSignal } from '../../../dist/gateway/http/signals.js';
import { SCHEMA_FILE } from '../facade/upstreamSchema.ts';
import { createUser } from '../facade/users.ts';

const [rounds = 1, count = 1] = process.argv.slice(2).map(Number);
const { id, name, email } = createUser(1);
const user = { id, name, email };
const result = Promise.resolve({ data: { user } });
const schema = buildSchema(readFileSync(SCHEMA_FILE, 'utf8'));
const engine = createEngine({
  plan: compileApi('bench/src/facade/rest', schema),
  schema,
  prepare: () => () => result,
  report: ({ error }) => {
    throw error;
  },
  settings: { basePath: '' },
});

async function read(index: number) {
  return engine.handle({
    method: 'GET',
    target: `/v1/users/${index % 1000}`,
    headers: { host: 'bench', connection: 'keep-alive' },
    requestId: 'bench',
    signal: new RequestSignal(),
    readBody: async () => new Uint8Array(),
  });
}

async function measureRound(): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < count; index++) await read(index);
  const { user: inUser, system } = process.cpuUsage(before);
  return (inUser + system) / count;
}

await measureRound();
const cpu: number[] = [];
for (let round = 0; round < rounds; round++) cpu.push(await measureRound());
const { status, body } = await read(1);
assert.equal(status, 200);
assert.equal(String(body), JSON.stringify(user));
console.log(JSON.stringify(cpu));
