import { expect, test } from 'vitest';
import { StatementTurns } from '../../../../src/service/database/adapter/openPool.ts';

/** Statements that run until they are ended, in the order in which they started. */
function createStatements() {
  const running: { name: string; end(): void }[] = [];
  return {
    names: () => running.map(({ name }) => name),
    statement: (name: string) => () => new Promise<void>((end) => running.push({ name, end })),
    /** Ends the statement that started first, and lets those that waited for it start. */
    async endFirst() {
      running.shift()!.end();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('a request runs two of its first five statements at a time, and then one', async () => {
  const { signal } = new AbortController();
  const turns = new StatementTurns(10);
  const { names, statement, endFirst } = createStatements();
  const all = ['1', '2', '3', '4', '5', '6', '7'].map((name) => turns.run(signal, statement(name)));
  const seen = [names()];
  for (let ended = 0; ended < 7; ended++) {
    await endFirst();
    seen.push(names());
  }
  expect(seen).toEqual([['1', '2'], ['2', '3'], ['3', '4'], ['4', '5'], ['5'], ['6'], ['7'], []]);
  await Promise.all(all);
});

test('another request does not wait', async () => {
  const turns = new StatementTurns(10);
  const { names, statement, endFirst } = createStatements();
  const large = new AbortController().signal;
  const all = ['a1', 'a2', 'a3'].map((name) => turns.run(large, statement(name)));
  all.push(turns.run(new AbortController().signal, statement('b1')));
  expect(names()).toEqual(['a1', 'a2', 'b1']);
  for (let ended = 0; ended < 4; ended++) await endFirst();
  await Promise.all(all);
});

test('a request on the only connection runs one statement at a time', async () => {
  const { signal } = new AbortController();
  const turns = new StatementTurns(1);
  const { names, statement, endFirst } = createStatements();
  const all = ['1', '2'].map((name) => turns.run(signal, statement(name)));
  expect(names()).toEqual(['1']);
  await endFirst();
  expect(names()).toEqual(['2']);
  await endFirst();
  await Promise.all(all);
});

test('a statement that fails passes its turn on', async () => {
  const { signal } = new AbortController();
  const turns = new StatementTurns(1);
  const failed = turns.run(signal, async () => {
    throw new Error('rejected');
  });
  const next = turns.run(signal, async () => 'row');
  await expect(failed).rejects.toThrow('rejected');
  expect(await next).toBe('row');
});
