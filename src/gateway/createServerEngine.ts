import type { Settings } from './config/Settings.ts';
import { CHANGES_PATH } from './contracts/changes/changesPath.ts';
import { type Engine, type EngineOptions, type EngineSettings, createEngine } from './createEngine.ts';
import { pathOf } from './protocol/parseTarget.ts';
import type { Logger } from './telemetry/createLogger.ts';
import { reportFailure } from './telemetry/reportFailure.ts';

export interface ServerEngineOptions extends Omit<EngineOptions, 'settings' | 'report'> {
  /** `info.contact` and `info.license` of the OpenAPI documents. */
  publisher?: EngineSettings['publisher'] | undefined;
  /** See `EngineSettings`. */
  open?: boolean;
  /** See `RuntimeSettings`. */
  forwardedHeaders?: EngineSettings['forwardedHeaders'] | undefined;
  /** Receives the failures. */
  log: Logger;
}

/** Creates an engine as servers of their own need it: with compressed bodies and the page of changes. */
export function createServerEngine(
  settings: Settings,
  { publisher, open, forwardedHeaders, log, ...options }: ServerEngineOptions,
): Engine {
  return createEngine({
    ...options,
    settings: {
      ...settings,
      ...(open !== undefined && { open }),
      ...(forwardedHeaders && { forwardedHeaders }),
      compression: true,
      changesPath: CHANGES_PATH,
      ...(publisher && { publisher }),
    },
    report: ({ target, ...failure }) => reportFailure(log, { ...failure, path: pathOf(target) }),
  });
}
