import { setImmediate } from 'node:timers/promises';
import type { ApiLoader, LoadedApi } from './createApiLoader.ts';
import type { FileState } from './identifyFiles.ts';

/** Files that change without end are loaded so often, and then served as they are. */
const MAX_LOADS = 5;

/** Loads again while files change during the load, so that half a checkout is neither served nor reported. */
export function createSettledLoader({ load }: ApiLoader, identify: () => FileState): ApiLoader {
  async function settle(hasNewSchema: boolean, loads: number): Promise<LoadedApi> {
    const before = identify();
    const [result] = await Promise.allSettled([load(hasNewSchema)]);
    const after = identify();
    const hasChanged = before.documents !== after.documents || before.schema !== after.schema;
    if (hasChanged && loads < MAX_LOADS) {
      // Requests come first.
      await setImmediate();
      return settle(before.schema !== after.schema, loads + 1);
    }
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }

  return { load: (hasNewSchema) => settle(hasNewSchema, 1) };
}
