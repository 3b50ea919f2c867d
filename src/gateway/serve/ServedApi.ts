// An API as a server serves it: the engine, the documentation around it, and its CORS rules.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Settings } from '../base/settings/Settings.ts';
import { DEFAULT_API } from '../plan/conventions/apiProperties.ts';
import type { RestEngine } from './createRestEngine.ts';
import type { ApiPlan } from '../plan/ApiPlan.ts';
import type { ServedVersion } from '../handle/Runtime.ts';
import { type Cors, createCors } from './cors.ts';
import { type Docs, type DocsSettings, createDocs } from './docs/createDocs.ts';

/** The path of the page of changes, below the base path. */
export const CHANGES_PATH = '/docs/changes';

/** An engine, and what is served beside it that its plan does not say. */
interface ServedApiOptions extends Pick<DocsSettings, 'tokenSource' | 'renderGraphiql' | 'addition'> {
  engine: Pick<RestEngine, 'plan'> &
    Pick<DocsSettings, 'openApi'> &
    Partial<Pick<RestEngine, 'requestHeaders' | 'responseHeaders'>> &
    ServedRest;
}

/** An engine with its documentation, which is described and rendered at its first request, and its CORS rules. */
export function createServedApi(
  { basePath, corsOrigins }: Pick<Settings, 'basePath' | 'corsOrigins'>,
  { engine, ...docs }: ServedApiOptions,
): ServedApi {
  return {
    rest: engine,
    docs: createDocs({
      ...docs,
      basePath,
      apiName: (engine.plan.api ?? DEFAULT_API).name,
      openApi: engine.openApi,
      pages: [{ path: CHANGES_PATH, name: 'Changes', renderMarkdown: () => describeChanges(engine.plan) }],
    }),
    cors: createCors(corsOrigins && { origins: corsOrigins }, engine.requestHeaders, engine.responseHeaders),
  };
}

async function describeChanges(plan: ApiPlan): Promise<string> {
  const { renderChangesPage } = await import('../describe/contracts/changes/renderChangesPage.ts');
  return renderChangesPage(plan);
}

/** What serves an API. Its parts belong together: each request is handled by those of one API. */
export interface ServedApi {
  rest: ServedRest;
  docs: Docs;
  cors?: Cors | undefined;
}

/** An engine, or the handler of a host. Its conventions are those of every error, but those of GraphQL. */
type ServedRest = (Pick<RestEngine, 'handle'> | HostHandler) &
  Partial<Pick<RestEngine, keyof ServedVersion | 'requestIdHeaders' | 'plan'>>;

/** Responds by itself, as in the server of a host. */
interface HostHandler {
  handler(request: IncomingMessage, response: ServerResponse): void;
}

/** The API that serves the requests which arrive now. */
export type GetApi = () => ServedApi;
