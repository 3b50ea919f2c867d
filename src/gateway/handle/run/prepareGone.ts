// The end of an endpoint: the 410 during a brownout of its version, and after its sunset where the conventions say so.
import { formatDateTime } from '../../plan/conventions/dateTimes.ts';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { type VersionPlan, canEnd } from '../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { deprecationLinks } from '../render/deprecationHeaders.ts';

/** Prepares what throws GONE as long as an endpoint does not respond; undefined where it always does. */
export function prepareGone(
  plan: Pick<EndpointPlan, 'method' | 'path' | 'sunset'>,
  version: Pick<VersionPlan, 'brownouts' | 'conventions'>,
  changesPage: string | undefined,
): (() => void) | undefined {
  if (!canEnd(plan, version)) return undefined;
  const { method, path, sunset } = plan;
  const { brownouts = [], conventions } = version;
  const end = conventions.afterSunset === 'gone' && sunset !== undefined ? Date.parse(sunset) : Infinity;
  const link = deprecationLinks(['deprecated', ...(sunset === undefined ? [] : (['sunset'] as const))], changesPage);
  const ends = sunset === undefined ? '' : `, and ends on ${sunset}`;
  return () => {
    const now = Date.now();
    if (now >= end) throw new ServiceError('GONE', `${method} ${path} ended on ${sunset}.`, { headers: link });
    const brownout = brownouts.find((each) => each.start <= now && now < each.end);
    if (!brownout) return;
    const message = `${method} ${path} is deprecated${ends}: it does not respond until ${formatDateTime(brownout.end / 1000)}.`;
    const wait = String(Math.ceil((brownout.end - now) / 1000));
    throw new ServiceError('GONE', message, { headers: { ...link, 'retry-after': wait } });
  };
}
