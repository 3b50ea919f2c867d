import type { Conventions } from '../conventions/Conventions.ts';
import { nameOnWire } from '../conventions/nameOnWire.ts';
import type { ProposedEndpoint } from './Proposal.ts';
import type { Placed } from './assignRoutes.ts';
import { type PageDefaults, paginateDirective } from './pageConventions.ts';
import { formatDocument } from './text/formatDocument.ts';

export interface WriteContext {
  conventions: Pick<Conventions, 'case'>;
  pages: PageDefaults;
  /** All shapes that these spread, with them. */
  closure(shapes: readonly string[]): readonly { name: string }[];
  /** The GET of one object of a noun. */
  findItem(noun: readonly string[]): Placed | undefined;
}

/** The document of an endpoint whose route is chosen. */
export function writeEndpoint({ draft, route, operation }: Placed, context: WriteContext): ProposedEndpoint {
  const { inputs, description, field, keepsName, connection } = draft;
  const path = onWire(route.path, context.conventions);
  const status = route.status ?? 200;
  const location = status === 201 ? locationOf({ draft, route, operation }, context) : undefined;
  const endpoint = [
    `method: ${route.method}`,
    `path: ${JSON.stringify(path)}`,
    ...(status === 200 ? [] : [`status: ${status}`]),
    ...(location === undefined ? [] : [`location: ${JSON.stringify(location)}`]),
    ...(route.body === undefined ? [] : [`body: "${route.body}"`]),
    ...(keepsName ? ['unwrap: false'] : []),
  ].join(', ');
  const variables = inputs.variables
    .map(({ name, type, directive = '' }) => `$${name}: ${type} ${directive}`)
    .join(', ');
  const given = inputs.arguments.join(', ');
  const selection = connection
    ? draft.selection.replace('@paginate', () => paginateDirective(connection, context.pages))
    : draft.selection;
  const text = `${JSON.stringify(description)}
    ${route.method === 'GET' ? 'query' : 'mutation'} ${operation} ${variables && `(${variables})`} @endpoint(${endpoint}) {
      ${field} ${given && `(${given})`} ${selection}
    }`;
  return {
    coordinate: draft.coordinate,
    method: route.method,
    path,
    operation,
    file: `${operation}.graphql`,
    text: formatDocument(text),
    shapes: context.closure(draft.shapes).map(({ name }) => name),
  };
}

/** Where the created object is: its GET, if the response has all that its path needs. */
function locationOf({ draft, route }: Placed, { findItem, conventions }: WriteContext): string | undefined {
  const item = draft.kind === 'create' && !route.path.includes('{') ? findItem(draft.noun) : undefined;
  if (!item) return undefined;
  const names = [...item.route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return names.every((name) => draft.required.includes(name)) ? onWire(item.route.path, conventions) : undefined;
}

/** A path with the names of its parameters for clients. */
function onWire(path: string, conventions: Pick<Conventions, 'case'>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => `{${nameOnWire(name, conventions)}}`);
}
