import { setImmediate } from 'node:timers/promises';
import type { GetApi, ServedApi } from '../../gateway/server/ServedApi.ts';
import type { ApiLoader, LoadedApi } from './createApiLoader.ts';
import type { ChangedPart } from './createProjectLayout.ts';
import { type Problem, problemsOf } from './problems.ts';
import type { FileState } from './watchProject.ts';

/** The result of loading an API once more: it is served now, or the one before still is. */
export type Reload =
  { isLive: true; api: LoadedApi; milliseconds: number } | { isLive: false; problems: readonly Problem[] };

/** An API that is replaced as a whole: a request that was received before is completed by the one of its time. */
interface LiveApi {
  get: GetApi;
  /** What is served; undefined until an API could be loaded. */
  loaded(): LoadedApi | undefined;
  /**
   * Loads the API again, after the reload that is running. Undefined if another one waits for that already, and includes the
   * change.
   */
  reload(changed: ReadonlySet<ChangedPart>): Promise<Reload | undefined>;
}

/** Creates an API that serves `unavailable` until a reload succeeds. */
export function createLiveApi(loader: ApiLoader, unavailable: (problems: readonly Problem[]) => ServedApi): LiveApi {
  let loaded: LoadedApi | undefined;
  let served = unavailable([]);
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Set<ChangedPart> | undefined;

  async function load(changed: ReadonlySet<ChangedPart>): Promise<Reload> {
    const startedAt = performance.now();
    try {
      loaded = await loader.load(changed.has('schema'));
      served = loaded.served;
      const milliseconds = performance.now() - startedAt;
      // Requests that wait come before what is said of the change.
      await setImmediate();
      return { isLive: true, api: loaded, milliseconds };
    } catch (error) {
      const problems = problemsOf(error);
      if (!loaded) served = unavailable(problems);
      return { isLive: false, problems };
    }
  }

  return {
    get: () => served,
    loaded: () => loaded,
    reload: async (changed) => {
      if (waiting) {
        for (const part of changed) waiting.add(part);
        return undefined;
      }
      const own = (waiting = new Set(changed));
      const reload = last.then(() => {
        waiting = undefined;
        return load(own);
      });
      last = reload;
      return reload;
    },
  };
}

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
