import type { Settings } from '../config/Settings.ts';
import { CHANGES_PATH } from '../contracts/changes/changesPath.ts';
import { renderChanges } from '../contracts/changes/renderChanges.ts';
import type { Engine } from '../createEngine.ts';
import { createCors } from './cors.ts';
import { createDocs, type DocsSettings } from './docs/createDocs.ts';
import type { ServedApi } from './ServedApi.ts';

/** An engine, and what is served beside it that its plan does not say. */
export interface ServedApiOptions extends Pick<DocsSettings, 'tokenSource' | 'renderGraphiql' | 'addition'> {
  engine: Engine;
}

/** An engine with its documentation and its CORS rules. Throws a DocumentError if its OpenAPI documents cannot be described. */
export function createServedApi(
  { basePath, apiName, corsOrigins }: Pick<Settings, 'basePath' | 'apiName' | 'corsOrigins'>,
  { engine, ...docs }: ServedApiOptions,
): ServedApi {
  return {
    rest: engine,
    docs: createDocs({
      ...docs,
      basePath,
      apiName,
      openApi: engine.openApi,
      pages: [{ path: CHANGES_PATH, name: 'Changes', renderMarkdown: () => renderChanges(engine.plan) }],
    }),
    cors: createCors(corsOrigins, engine.requestHeaders, engine.responseHeaders),
  };
}
