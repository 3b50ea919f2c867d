// What a response says of the end of its endpoint, and of the deprecated parts that its request uses. See RFC 9745 for Deprecation
// and the relation `deprecation`, RFC 8594 for Sunset and the relation `sunset`.
import type { DeprecationPlan } from '../../plan/DeprecationPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { type Reply, renderLink } from '../../http/Reply.ts';

/** Dates as `2027-01-31`. */
type Dates = Pick<EndpointPlan, 'deprecated' | 'sunset'>;

/** The headers of every success of an endpoint with these dates; the links lead to the path of the page of changes. */
export function deprecationHeaders(dates: Dates, changesPage: string | undefined): Record<string, string> {
  const relations = (['deprecated', 'sunset'] as const).filter((date) => dates[date] !== undefined);
  return { ...dateHeaders(dates), ...deprecationLinks(relations, changesPage) };
}

/**
 * The reply with the headers of used parts of its endpoint: of all dates the earliest. A reason without a date has a link, and no
 * Deprecation, whose value is a date.
 */
export function addDeprecations(
  reply: Reply,
  used: readonly DeprecationPlan[],
  plan: Dates,
  changesPage: string | undefined,
): Reply {
  const all = [plan, ...used];
  const sunset = earliest(all.map((each) => each.sunset));
  const deprecated = earliest(all.map((each) => each.deprecated));
  // RFC 9745, section 4: what ends was deprecated by then.
  const dates = dateHeaders({ deprecated: deprecated && earliest([deprecated, sunset]), sunset } as Dates);
  // Those of the endpoint are there already.
  const missing = [
    ...(plan.deprecated === undefined ? ['deprecated' as const] : []),
    ...(plan.sunset === undefined && sunset !== undefined ? ['sunset' as const] : []),
  ];
  const { link } = deprecationLinks(missing, changesPage);
  const links = [reply.headers['link'], link].filter(Boolean).join(', ');
  return { ...reply, headers: { ...reply.headers, ...dates, ...(links !== '' && { link: links }) } };
}

function earliest(dates: readonly (string | undefined)[]): string | undefined {
  return dates.filter((date) => date !== undefined).sort()[0];
}

function dateHeaders({ deprecated, sunset }: Dates): Record<string, string> {
  return {
    ...(deprecated !== undefined && { deprecation: `@${Date.parse(deprecated) / 1000}` }),
    ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
  };
}

const RELATIONS = { deprecated: 'deprecation', sunset: 'sunset' };

/** The `Link` to the page of changes for these dates, under the name of the header; empty without the page, or without dates. */
export function deprecationLinks(dates: readonly (keyof Dates)[], changesPage: string | undefined): { link?: string } {
  if (changesPage === undefined || dates.length === 0) return {};
  const links = dates.map((date) => renderLink({ target: changesPage, relation: RELATIONS[date], type: 'text/html' }));
  return { link: links.join(', ') };
}
