import { posix } from 'node:path';
import type { Conventions } from '../../gateway/plan/conventions/Conventions.ts';
import { nameOnWire } from '../../gateway/plan/conventions/wireNames.ts';
import { MULTIPART_TYPE } from '../../gateway/http/mediaTypes.ts';
import type { ProposedEndpoint } from './Proposal.ts';
import type { ShapeLibrary } from './ShapeLibrary.ts';
import type { Placed } from './assignRoutes.ts';
import { formatDocument } from './formatDocument.ts';
import { type PageDefaults, paginateDirective } from './proposeConventions.ts';

interface WriteContext {
  conventions: Pick<Conventions, 'case'>;
  pages: PageDefaults;
  shapes: Pick<ShapeLibrary, 'closure'>;
  /** The path of the GET of one object of a type, with the names that clients know. */
  findItem(type: string): string | undefined;
  /** Whether a page is the selection itself. */
  isBare?: boolean;
  /** The folder of the documents of a resource, below that of the version. Default: the name of the resource. */
  folderOf?(resource: string): string;
  /** The names of files that are taken. */
  files?: ReadonlySet<string>;
}

/** The document of an endpoint whose route is chosen. */
export function writeEndpoint({ draft, route, operation }: Placed, context: WriteContext): ProposedEndpoint {
  const { inputs, description, field, keepsName, connection } = draft;
  const path = pathOnWire(route.path, context.conventions);
  const location = locationOf({ draft, route, operation }, context);
  const status = location === undefined ? (route.status ?? 200) : 201;
  const endpoint = [
    `method: ${route.method}`,
    `path: ${JSON.stringify(path)}`,
    ...(status === 200 ? [] : [`status: ${status}`]),
    ...(location === undefined ? [] : [`location: ${JSON.stringify(location)}`]),
    ...(route.body === undefined ? [] : [`body: "${route.body}"`]),
    ...(inputs.files
      ? [
          `consumes: ${JSON.stringify(inputs.files === 'REQUIRED' ? [MULTIPART_TYPE] : ['application/json', MULTIPART_TYPE])}`,
        ]
      : []),
    ...(keepsName ? ['unwrap: false'] : []),
  ].join(', ');
  const variables = inputs.variables
    .map(({ name, type, directive = '' }) => `$${name}: ${type} ${directive}`)
    .join(', ');
  const { folderOf = folderName, files } = context;
  const args = inputs.arguments.join(', ');
  const selection = connection
    ? draft.selection.replace(
        '@paginate',
        () => paginateDirective(connection, context.pages) + (context.isBare && connection.items ? ' @unwrap' : ''),
      )
    : draft.selection;
  const text = `${JSON.stringify(description)}
    ${route.method === 'GET' ? 'query' : 'mutation'} ${operation} ${variables && `(${variables})`} @endpoint(${endpoint}) {
      ${field} ${args && `(${args})`} ${selection}
    }`;
  return {
    coordinate: draft.coordinate,
    method: route.method,
    path,
    operation,
    file: posix.join(
      folderOf(resourceOf(path)),
      `${operation}${files?.has(`${operation}.graphql`) ? '2' : ''}.graphql`,
    ),
    ...(draft.isUnconfirmed && { isUnconfirmed: true }),
    text: formatDocument(text) + (draft.comment ?? ''),
    shapes: [...context.shapes.closure(draft.shapes).keys()],
  };
}

/** The resource of a path: its first literal, as `users` of `/users/{id}`. */
export function resourceOf(path: string): string {
  return path.split('/')[1] ?? '';
}

/** The folder for a resource: those of the names of others have another meaning. */
export function folderName(resource: string): string {
  return /^(?:shapes|lookups)$/.test(resource) ? `${resource}-endpoints` : resource;
}

/** Where the created object is: its GET, if the response has all that its path needs. */
function locationOf({ draft, route }: Placed, { findItem, conventions }: WriteContext): string | undefined {
  if (draft.kind !== 'create' || draft.entity === undefined || route.path.includes('{')) return undefined;
  const path = findItem(draft.entity);
  if (path === undefined) return undefined;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const required = draft.required?.map((name) => nameOnWire(name, conventions));
  return names.every((name) => required?.includes(name)) ? path : undefined;
}

/** A path with the names of its parameters for clients. */
function pathOnWire(path: string, conventions: Pick<Conventions, 'case'>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => `{${nameOnWire(name, conventions)}}`);
}
