// Which deprecated parts of an endpoint a request uses: the parameters that it sends, whatever their values, and the fields that it
// chooses by name. A field that is in every response is used by nobody in particular.
import { headerOf } from '../../http/fieldSyntax.ts';
import type { DeprecationPlan } from '../../plan/DeprecationPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import type { RequestParts } from './RequestParts.ts';
import { readList } from './requestSelection.ts';

type Uses = (request: Omit<RequestParts, 'pathValues'>) => boolean;

/** Prepares the search for the deprecated parts that a request uses; undefined where none can be used. */
export function prepareDeprecations({
  deprecations = [],
}: EndpointPlan): ((request: Omit<RequestParts, 'pathValues'>) => readonly DeprecationPlan[]) | undefined {
  const parts = deprecations.flatMap((part) => {
    const uses = prepareUse(part);
    return uses ? [{ part, uses }] : [];
  });
  if (parts.length === 0) return undefined;
  return (request) => parts.flatMap(({ part, uses }) => (uses(request) ? [part] : []));
}

function prepareUse(part: DeprecationPlan): Uses | undefined {
  if (part.kind === 'field') {
    const { chosenBy } = part;
    if (!chosenBy) return undefined;
    return ({ query }) => chosenBy.some(({ parameter, value }) => lists(query.get(parameter), value));
  }
  const { name, path = [] } = part;
  const header = name.toLowerCase();
  switch (part.in) {
    case 'path':
      return () => true;
    case 'query':
      return ({ query }) => query.has(name);
    case 'header':
      return ({ headers }) => headerOf(headers, header) !== undefined;
    case 'body':
      return ({ body }) => body?.value !== undefined && hasPath(body.value, path);
  }
}

/** Whether a list has a name, or one below it. */
function lists(raws: readonly string[] | undefined, name: string): boolean {
  return raws !== undefined && readList(raws).some((item) => item === name || item.startsWith(`${name}.`));
}

function hasPath(value: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return true;
  // Lists of lists are not searched: their depth is that of what a client sends.
  if (Array.isArray(value)) return value.some((item) => !Array.isArray(item) && hasPath(item, [step, ...rest]));
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? hasPath((value as Record<string, unknown>)[step], rest)
    : false;
}
