// The measured process: the whole service over a PostgreSQL server. It answers the questions of its parent.
import { readSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import v8 from 'node:v8';
import { createLogger } from '../../../../src/gateway/base/telemetry/createLogger.ts';
import { readServiceSettings } from '../../../../src/service/config/readServiceSettings.ts';
import { openDatabase } from '../../../../src/service/database/openDatabase.ts';
import { startMonolith } from '../../../../src/service/modes/startMonolith.ts';
import { type Cost, HOLD_FD, type Question } from './MeasuredServer.ts';

const settings = readServiceSettings(process.env);
let statements = 0;
let collections = 0;
let bytes = 0;
const log = createLogger('error');
const database = await openDatabase({ ...settings, log, onStatement: () => void statements++ });
const server = await startMonolith(settings, {}, { database, log });
const observer = new PerformanceObserver((list) => void (collections += list.getEntries().length));
observer.observe({ entryTypes: ['gc'] });

const ANSWERS: Readonly<Record<Question, () => Promise<Cost | undefined>>> = {
  begin: async () => {
    // What the requests before have left to do is done, and what they have left is collected.
    for (let round = 0; round < 2; round++) {
      for (let turn = 0; turn < 10; turn++) await setImmediate();
      globalThis.gc!();
    }
    await setImmediate();
    observer.takeRecords();
    collections = 0;
    statements = 0;
    bytes = allocated();
    return undefined;
  },
  end: async () => {
    const end = allocated();
    await setImmediate();
    collections += observer.takeRecords().length;
    return { statements, bytes: end - bytes, collections };
  },
  // Blocks, so that requests which arrive meanwhile are read in one turn of the event loop.
  hold: async () => {
    process.send!({});
    readSync(HOLD_FD, Buffer.alloc(1));
    return undefined;
  },
};

process.on('message', (question: Question) => {
  void ANSWERS[question]().then((cost) => process.send!(cost ?? {}));
});
process.on('disconnect', () => process.exit());
process.send!({ url: server.url });

/** The bytes of all objects and buffers, those that are no longer used as well. */
function allocated(): number {
  const { used_heap_size: heap, external_memory: external } = v8.getHeapStatistics();
  return heap + external;
}
