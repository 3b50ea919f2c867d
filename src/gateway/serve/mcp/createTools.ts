// The tools of an API, for agents: what of a request belongs to them. Everything else, the SDK of the protocol included, is loaded at
// the first message.
import { DEFAULT_API } from '../../plan/conventions/apiProperties.ts';
import type { ApiPlan } from '../../plan/ApiPlan.ts';
import { toolPaths } from '../../plan/paths.ts';
import type { Reply } from '../../http/Reply.ts';
import { pathOf } from '../../http/urls.ts';
import type { RestRequest } from '../../handle/read/RestRequest.ts';
import type { Runtime } from '../../handle/Runtime.ts';
import type { StdioOptions, StdioServer } from './StdioServer.ts';

export interface Tools {
  /** The reply to a request to the path of the tools; undefined for any other request. Never rejects. */
  respond(request: RestRequest): Promise<Reply> | undefined;
  /** Serves the tools of a version, absent: the default one, over standard input and output. Rejects where it has none. */
  serveStdio(version: number | undefined, options: StdioOptions): Promise<StdioServer>;
}

/** The tools of an API; undefined where it has none. `handle` handles the request that a call becomes. */
export function createTools(
  runtime: Runtime,
  plan: ApiPlan,
  handle: (request: RestRequest) => Promise<Reply>,
): Tools | undefined {
  const { defaultVersion } = runtime.settings;
  const served = plan.versions.filter(({ endpoints }) => endpoints.some(({ tool }) => tool));
  if (served.length === 0) return undefined;
  const byPath = toolPaths(
    served.map(({ number }) => number),
    runtime.settings,
  );
  const title = (plan.api ?? DEFAULT_API).info?.title;
  const sets = new Map<number, ReturnType<typeof load>>();
  const load = async (number: number) => {
    const { createToolSet } = await import('./handleMessage.ts');
    const version = served.find((each) => each.number === number)!;
    return createToolSet(version, { settings: runtime.settings, credentials: runtime.credentials, handle }, title);
  };
  const find = (number: number) => {
    const set = sets.get(number) ?? load(number);
    sets.set(number, set);
    return set;
  };
  return {
    respond(request) {
      const number = byPath.get(pathOf(request.target));
      if (number === undefined) return undefined;
      return Promise.all([find(number), import('./handleMessage.ts')]).then(([set, { handleMessage }]) =>
        handleMessage(set, request, runtime),
      );
    },
    async serveStdio(number = defaultVersion, options) {
      if (!served.some((version) => version.number === number)) {
        const known = served.map((version) => version.number).join(', ');
        throw new Error(`Version ${number} has no tools; versions with tools are ${known}.`);
      }
      const { serveStdio } = await import('./serveStdio.ts');
      return serveStdio(await find(number), runtime, options);
    },
  };
}
