import { expect, test } from 'vitest';
import type { LoadedApi } from '../../../../../src/gateway/cli/dev/createApiLoader.ts';
import { createSettledLoader } from '../../../../../src/gateway/cli/dev/createSettledLoader.ts';

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
