import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { History, Outcome } from './History.ts';
import { isClean, judge, judgeCounter, type Verdict } from './judge.ts';
import { Load } from './Load.ts';
import { Random } from './Random.ts';
import { readBack } from './readBack.ts';
import { findWrongTotals, readCounter, readRows } from './readRows.ts';
import { Recorder } from './Recorder.ts';
import type { Findings, Scenario, Topology } from './Scenario.ts';
import { type Destination, sendWrite } from './sendWrite.ts';
import { counterNameOf } from './writes.ts';

/** What happened in a scenario. */
export interface Report {
  name: string;
  counts: Readonly<Record<Outcome, number>>;
  /** Further attempts of writes with an Idempotency-Key, which count once. */
  retries: number;
  verdict: Verdict;
  figures: NonNullable<Findings['figures']>;
  /** Why it failed; empty if it passed. */
  failures: readonly string[];
}

/** How a scenario runs. */
export interface RunOptions {
  seed: number;
  /** How often its faults happen. */
  rounds: number;
  /** Of a caller with all scopes. */
  token: string;
}

const CLIENTS = 8;
/** Writes that succeed after the faults. */
const STEADY_WRITES = 60;
const READ_BACK = 60;

/** Lets clients write to a topology while faults happen, and judges what has become of their writes. */
export async function runScenario<Parts extends Topology>(
  parts: Parts,
  { name, isFelt, run }: Scenario<Parts>,
  { seed, rounds, token }: RunOptions,
): Promise<Report> {
  const random = new Random(seed ^ hashOf(name));
  const recorder = new Recorder(name.replaceAll(/\W+/g, '-').toLowerCase());
  const destination = { url: parts.url, token, agent: new Agent({ keepAlive: true }) };
  const failures: string[] = [];
  const ownerId = await createUser(destination, `Owner ${recorder.scope}`, '');
  const counter = {
    id: await createUser(destination, counterNameOf(recorder.scope), '0'),
    acknowledged: 0,
    unknown: 0,
  };
  const load = new Load({
    url: parts.url,
    token,
    recorder,
    random: random.fork(),
    ownerId,
    keys: parts.keys,
    counter,
  });
  let findings: Findings = {};
  try {
    load.add(CLIENTS);
    for (let round = 0; round < rounds; round++) {
      await load.acknowledges(random.integer(20, 100));
      findings = (await run(parts, load, random)) ?? {};
    }
    await load.acknowledges(STEADY_WRITES);
  } catch (error) {
    failures.push((error as Error).message);
  } finally {
    await load.stop();
  }

  const sample = pickSome(recorder.histories, random);
  const seen = await readBack(destination, recorder.scope, sample).catch((error: Error) => error);
  destination.agent.destroy();
  const verdict = await parts.withDatabase(async (query) => {
    failures.push(...(await findWrongTotals(query)));
    const rows = await readRows(query, recorder.scope, ownerId);
    return judgeCounter(judge(recorder.histories, rows), counter, await readCounter(query, counter));
  });
  if (!isClean(verdict)) failures.push('rows break the promise');
  if (seen instanceof Error) failures.push(seen.message);
  else if (!isClean(judge(sample, seen))) failures.push('GET does not show what was acknowledged');
  const { counts, retries, unexpected, unanswered } = recorder;
  if (unanswered > 0) failures.push(`${unanswered} writes with an Idempotency-Key were never answered`);
  if (isFelt && load.failures === 0) failures.push('no client noticed the fault');
  if (unexpected.count > 0) failures.push(`${unexpected.count} unexpected responses: ${unexpected.quotes.join('; ')}`);
  const { note, figures = {} } = findings;
  return { name: note === undefined ? name : `${name} ${note}`, counts, retries, verdict, figures, failures };
}

/** Creates a user that no history describes. */
async function createUser(destination: Destination, firstName: string, lastName: string): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const body = { firstName, lastName };
    const answer = await sendWrite(destination, { method: 'POST', path: '/v2/users', body }).catch(
      (error: Error) => error,
    );
    if (!(answer instanceof Error) && answer.status === 201) return (JSON.parse(answer.body) as { id: number }).id;
    if (attempt === 100) {
      throw new Error(`POST /v2/users fails with ${answer instanceof Error ? answer.message : answer.body}`);
    }
    await setTimeout(100);
  }
}

/** Some of the rows that have an id. */
function pickSome(histories: readonly History[], random: Random): History[] {
  const left = histories.filter(({ id }) => id !== undefined);
  const picked: History[] = [];
  while (picked.length < READ_BACK && left.length > 0)
    picked.push(...left.splice(random.integer(0, left.length - 1), 1));
  return picked;
}

/** FNV-1a: each scenario has random numbers of its own, also if it runs alone. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash;
}
