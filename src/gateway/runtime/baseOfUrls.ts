import type { VersionPlan } from '../plan/ApiPlan.ts';
import { type OriginSettings, originOf } from '../protocol/originOf.ts';
import type { Route } from '../request/findRoute.ts';
import type { RestRequest } from '../request/RestRequest.ts';

/** The beginning of every URL in a response: the prefix of the request, behind its origin where URLs are absolute. */
export function baseOfUrls(
  request: RestRequest,
  { prefix }: Pick<Route, 'prefix'>,
  { conventions }: Pick<VersionPlan, 'conventions'>,
  settings: OriginSettings,
): string {
  return conventions.urls === 'absolute' ? originOf(request, settings) + prefix : prefix;
}
