import { describe, expect, test } from 'vitest';
import type { ApiLoader, LoadedApi } from '../../../../src/authoring/dev/createApiLoader.ts';
import type { ChangedPart } from '../../../../src/authoring/dev/createProjectLayout.ts';
import { createLiveApi, createSettledLoader } from '../../../../src/authoring/dev/liveApi.ts';
import type { Problem } from '../../../../src/authoring/dev/problems.ts';
import type { ServedApi } from '../../../../src/gateway/server/ServedApi.ts';

const servedAs = (name: string) => ({ name }) as unknown as ServedApi;
const apiOf = (name: string) => ({ revision: name, served: servedAs(name) }) as LoadedApi;
const parts = (...all: ChangedPart[]) => new Set(all);

/** Each load waits until the test settles it. */
function open() {
  const loads: { hasNewSchema: boolean; resolve(api: LoadedApi): void; reject(error: Error): void }[] = [];
  const loader: ApiLoader = {
    load: (hasNewSchema) => new Promise((resolve, reject) => loads.push({ hasNewSchema, resolve, reject })),
  };
  const unavailable = (problems: readonly Problem[]) =>
    servedAs(`unavailable: ${problems.map((each) => each.message).join()}`);
  return { loads, live: createLiveApi(loader, unavailable) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('createLiveApi', () => {
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
    await first;
    await turn();
    loads[1]!.resolve(apiOf('b'));
    expect(await waiting).toMatchObject({ isLive: true, api: { revision: 'b' } });
    expect(loads.map(({ hasNewSchema }) => hasNewSchema)).toEqual([false, true]);
  });
});

describe('createSettledLoader', () => {
  const apiOf = (revision: string) => ({ revision }) as LoadedApi;

  /** Each step is what happens during one load; the last is repeated. */
  function open(...steps: ((state: { documents: string; schema: string }) => LoadedApi)[]) {
    const state = { documents: 'a', schema: 'a' };
    const loads: boolean[] = [];
    const loader = createSettledLoader(
      {
        load: async (hasNewSchema) => {
          loads.push(hasNewSchema);
          return steps[Math.min(loads.length, steps.length) - 1]!(state);
        },
      },
      () => ({ ...state }),
    );
    return { loader, loads };
  }

  test('loads once where no file changes', async () => {
    const { loader, loads } = open(() => apiOf('one'));
    expect(await loader.load(true)).toEqual(apiOf('one'));
    expect(loads).toEqual([true]);
  });

  test('loads again what changed meanwhile', async () => {
    const { loader, loads } = open(
      (state) => {
        state.documents = 'b';
        return apiOf('half');
      },
      (state) => {
        state.schema = 'b';
        throw new Error('half');
      },
      () => apiOf('whole'),
    );
    expect(await loader.load(false)).toEqual(apiOf('whole'));
    expect(loads).toEqual([false, false, true]);
  });

  test('throws the error of files that have settled', async () => {
    const { loader } = open(() => {
      throw new Error('broken');
    });
    await expect(loader.load(false)).rejects.toThrow('broken');
  });

  test('does not wait for files that change without end', async () => {
    const { loader, loads } = open((state) => {
      state.documents += 'b';
      return apiOf(state.documents);
    });
    expect(await loader.load(false)).toEqual(apiOf('abbbbb'));
    expect(loads).toHaveLength(5);
  });
});
