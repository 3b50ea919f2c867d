import { setImmediate } from 'node:timers/promises';
import type { GetApi, ServedApi } from '../../gateway/server/ServedApi.ts';
import type { ApiLoader, LoadedApi } from './createApiLoader.ts';
import { type Problem, problemsOf } from './problems.ts';
import type { ChangedPart } from './watchedFiles.ts';

/** The result of loading an API once more: it is served now, or the one before still is. */
export type Reload =
  { isLive: true; api: LoadedApi; milliseconds: number } | { isLive: false; problems: readonly Problem[] };

/** An API that is replaced as a whole: a request that was received before is completed by the one of its time. */
interface LiveApi {
  get: GetApi;
  /** What is served; undefined until an API could be loaded. */
  loaded(): LoadedApi | undefined;
  /** Loads the API again, after the reload that is running. Undefined if another reload includes the change, or follows. */
  reload(changed: ReadonlySet<ChangedPart>): Promise<Reload | undefined>;
}

/** Files that change without end are loaded so often, and then served as they are. */
const MAX_LOADS = 5;

/**
 * Creates an API that serves `unavailable` until a reload succeeds. `isStale` says that files have changed again and another reload
 * will follow: half a checkout is neither served nor reported.
 */
export function createLiveApi(
  loader: ApiLoader,
  unavailable: (problems: readonly Problem[]) => ServedApi,
  isStale: () => boolean,
): LiveApi {
  let loaded: LoadedApi | undefined;
  let served = unavailable([]);
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Set<ChangedPart> | undefined;
  let loads = 0;

  async function load(changed: ReadonlySet<ChangedPart>): Promise<Reload | undefined> {
    const startedAt = performance.now();
    const [result] = await Promise.allSettled([loader.load(changed.has('schema'))]);
    if (changed.size > 0 && (waiting || isStale()) && ++loads < MAX_LOADS) return undefined;
    loads = 0;
    if (result.status === 'rejected') {
      const problems = problemsOf(result.reason);
      if (!loaded) served = unavailable(problems);
      return { isLive: false, problems };
    }
    loaded = result.value;
    served = loaded.served;
    const milliseconds = performance.now() - startedAt;
    // Requests that wait come before what is said of the change.
    await setImmediate();
    return { isLive: true, api: loaded, milliseconds };
  }

  return {
    get: () => served,
    loaded: () => loaded,
    reload: async (changed) => {
      if (waiting) {
        for (const part of changed) waiting.add(part);
        return undefined;
      }
      const parts = (waiting = new Set(changed));
      const reload = last.then(() => {
        waiting = undefined;
        return load(parts);
      });
      last = reload;
      return reload;
    },
  };
}
