import type { Settings } from '../config/Settings.ts';
import { CHANGES_PATH } from '../contracts/changes/changesPath.ts';
import { describeApi } from '../describe/openapi/describeApi.ts';
import type { Schema } from '../describe/openapi/Schema.ts';
import type { Api } from './project/Api.ts';

/** The OpenAPI documents of an API by their paths, as these settings would serve them. */
export function describeOpenApi({ plan, publisher, isLibrary }: Api, settings: Settings): ReadonlyMap<string, Schema> {
  return describeApi(plan, {
    ...settings,
    ...(!isLibrary && { changesPath: CHANGES_PATH }),
    ...(publisher && { publisher }),
  });
}
