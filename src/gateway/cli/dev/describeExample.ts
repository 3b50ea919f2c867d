import type { Settings } from '../../config/Settings.ts';
import type { ApiPlan } from '../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';

export interface ExampleOptions {
  /** Of the server. */
  url: string;
  settings: Pick<Settings, 'versioning'>;
  /** Whether endpoints that require authentication get a token. */
  needsToken: boolean;
}

/** A curl command for the GET endpoint with the fewest inputs, a list before others; undefined where there is none. */
export function describeExample(
  { versions }: ApiPlan,
  { url, settings: { versioning }, needsToken }: ExampleOptions,
): string | undefined {
  const all = versions.flatMap(({ number, endpoints }) =>
    endpoints.filter(({ method }) => method === 'GET').map((endpoint) => ({ number, endpoint })),
  );
  const [simplest] = all.sort(
    ({ endpoint: a }, { endpoint: b }) =>
      required(a).length - required(b).length || Number(isList(b)) - Number(isList(a)) || a.path.length - b.path.length,
  );
  if (!simplest) return undefined;
  const { number, endpoint } = simplest;
  const inputs = required(endpoint);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(valueOf(inputs.find((each) => each.name === name && each.source === 'path'))),
  );
  const query = inputs
    .filter(({ source }) => source === 'query')
    .map((each) => `${encodeURIComponent(each.name)}=${encodeURIComponent(valueOf(each))}`);
  const headers = inputs
    .filter(({ source }) => source === 'header')
    .map((each) => `-H ${quote(`${each.name}: ${valueOf(each)}`)} `);
  const token = needsToken && endpoint.auth === 'REQUIRED' ? '-H "Authorization: Bearer $TOKEN" ' : '';
  const version = versioning === 'header' ? '' : `/v${number}`;
  const target = `${url}${version}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  return `curl ${token}${headers.join('')}${/^[\w:/.-]+$/.test(target) ? target : quote(target)}`;
}

/** A page, or a plain list. */
function isList({ page }: EndpointPlan): boolean {
  return page !== undefined;
}

function required({ parameters }: EndpointPlan): ParameterPlan[] {
  return parameters.filter((each) => each.required || each.source === 'path');
}

/** The declared example, or a value that most identifiers and numbers accept. */
function valueOf(parameter: ParameterPlan | undefined): string {
  const example = parameter?.example;
  return example === undefined || typeof example === 'object' ? '1' : String(example);
}

/** A word of a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
