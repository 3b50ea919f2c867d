// The engine of a REST API: what handles its requests, and its OpenAPI documents.
import { type EngineOptions, type RestEngine, createRestEngine } from './createRestEngine.ts';
import type { Schema } from '../describe/openapi/Schema.ts';
import { describeApi } from '../describe/openapi/describeApi.ts';

export type { EngineOptions, EngineSettings } from './createRestEngine.ts';

export interface Engine extends RestEngine {
  /** The OpenAPI 3.1 documents by their paths below the base path, such as `/v1/openapi.json`; described at the first use. */
  readonly openApi: ReadonlyMap<string, Schema>;
}

/** Creates the engine of a plan. Throws a DocumentError if an endpoint requires what the options do not have. */
export function createEngine(options: EngineOptions): Engine {
  const { plan, settings, authenticate } = options;
  let openApi: Engine['openApi'] | undefined;
  return {
    ...createRestEngine(options),
    get openApi() {
      return (openApi ??= describeApi(plan, { open: !authenticate, ...settings }));
    },
  };
}
