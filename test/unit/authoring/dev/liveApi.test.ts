import { expect, test } from 'vitest';
import type { ApiLoader, LoadedApi } from '../../../../src/authoring/dev/createApiLoader.ts';
import { createLiveApi } from '../../../../src/authoring/dev/liveApi.ts';
import type { Problem } from '../../../../src/authoring/dev/problems.ts';
import type { ChangedPart } from '../../../../src/authoring/dev/watchedFiles.ts';
import type { ServedApi } from '../../../../src/gateway/server/ServedApi.ts';

const servedAs = (name: string) => ({ name }) as unknown as ServedApi;
const apiOf = (name: string) => ({ revision: name, served: servedAs(name) }) as LoadedApi;
const parts = (...all: ChangedPart[]) => new Set(all);

/** Each load waits until the test settles it. */
function open(isStale = () => false) {
  const loads: { hasNewSchema: boolean; resolve(api: LoadedApi): void; reject(error: Error): void }[] = [];
  const loader: ApiLoader = {
    load: (hasNewSchema) => new Promise((resolve, reject) => loads.push({ hasNewSchema, resolve, reject })),
  };
  const unavailable = (problems: readonly Problem[]) =>
    servedAs(`unavailable: ${problems.map((each) => each.message).join()}`);
  return { loads, live: createLiveApi(loader, unavailable, isStale) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('serves what was loaded last, and keeps it when a load fails', async () => {
  const { live, loads } = open();
  expect(live.get()).toEqual(servedAs('unavailable: '));
  const first = live.reload(parts());
  await turn();
  loads[0]!.reject(new Error('broken'));
  expect(await first).toEqual({ isLive: false, problems: [{ message: 'broken' }] });
  expect(live.get()).toEqual(servedAs('unavailable: broken'));
  expect(live.loaded()).toBeUndefined();

  const second = live.reload(parts('documents'));
  await turn();
  loads[1]!.resolve(apiOf('good'));
  expect(await second).toEqual({ isLive: true, api: apiOf('good'), milliseconds: expect.any(Number) });
  const third = live.reload(parts('documents'));
  await turn();
  loads[2]!.reject(new Error('broken again'));
  await third;
  expect(live.get()).toEqual(servedAs('good'));
  expect(live.loaded()).toEqual(apiOf('good'));
});

test('loads one after another, and once for changes that arrive meanwhile', async () => {
  const { live, loads } = open();
  const first = live.reload(parts('documents'));
  await turn();
  const waiting = live.reload(parts('documents'));
  expect(await live.reload(parts('schema'))).toBeUndefined();
  expect(loads).toHaveLength(1);
  loads[0]!.resolve(apiOf('a'));
  expect(await first).toBeUndefined();
  await turn();
  loads[1]!.resolve(apiOf('b'));
  expect(await waiting).toMatchObject({ isLive: true, api: { revision: 'b' } });
  expect(loads.map(({ hasNewSchema }) => hasNewSchema)).toEqual([false, true]);
});

test('what was loaded while files changed is neither served nor reported', async () => {
  let changes = 1;
  const { live, loads } = open(() => changes-- > 0);
  const first = live.reload(parts());
  await turn();
  loads[0]!.resolve(apiOf('first'));
  expect(await first).toMatchObject({ isLive: true });
  for (const half of ['half', 'broken half']) {
    changes = 1;
    const reload = live.reload(parts('documents'));
    await turn();
    if (half === 'half') loads.at(-1)!.resolve(apiOf(half));
    else loads.at(-1)!.reject(new Error(half));
    expect(await reload).toBeUndefined();
    expect(live.get()).toEqual(servedAs('first'));
  }
  const last = live.reload(parts('documents'));
  await turn();
  loads.at(-1)!.resolve(apiOf('whole'));
  expect(await last).toMatchObject({ isLive: true, api: { revision: 'whole' } });
});

test('files that change without end are served in between', async () => {
  const { live, loads } = open(() => true);
  const isServed: boolean[] = [];
  for (let load = 0; load < 5; load++) {
    const reload = live.reload(parts('documents'));
    await turn();
    loads[load]!.resolve(apiOf('changing'));
    isServed.push((await reload) !== undefined);
  }
  expect(isServed).toEqual([false, false, false, false, true]);
});
