// Plans of a few lines, and the shapes that they are made of.
import { DEFAULT_CONVENTIONS } from '../../../../../src/gateway/plan/conventions/defaultConventions.ts';
import { parsePathTemplate } from '../../../../../src/gateway/compile/document/checkEndpointArguments.ts';
import { type ApiPlan, PLAN_FORMAT, type VersionPlan } from '../../../../../src/gateway/plan/ApiPlan.ts';
import type { EndpointPlan } from '../../../../../src/gateway/plan/EndpointPlan.ts';
import type { Segment } from '../../../../../src/gateway/plan/paths.ts';
import type { PagePlan } from '../../../../../src/gateway/plan/PagePlan.ts';
import type { ParameterPlan } from '../../../../../src/gateway/plan/ParameterPlan.ts';
import type {
  ConnectionShape,
  LeafShape,
  ListShape,
  ObjectShape,
  Shape,
  ShapeProperty,
} from '../../../../../src/gateway/plan/Shape.ts';

/** A scalar or an enum; `String!` is never null. */
export function leaf(type: string): LeafShape {
  return { kind: 'leaf', type: type.replace('!', ''), nullable: !type.endsWith('!') };
}

/** An object of a type that is never null, of required properties. */
export function object(
  type: string,
  properties: Readonly<Record<string, Shape>>,
  own: Partial<ObjectShape> = {},
): ObjectShape {
  const all = Object.entries(properties).map(([key, shape]): ShapeProperty => ({
    field: key,
    key,
    shape,
    required: true,
  }));
  return { kind: 'object', type, properties: all, nullable: false, ...own };
}

export function list(of: Shape): ListShape {
  return { kind: 'list', of, nullable: false };
}

export function connection(of: Shape): ConnectionShape {
  const selected = object('Connection', { nodes: list(of) });
  return { kind: 'connection', path: ['nodes'], of, selected, lists: [], cursors: [], nullable: false };
}

/** `GET /books` that returns a string, with changes. */
export function endpointPlan({ body, ...own }: Partial<EndpointPlan> & { body?: Shape } = {}): EndpointPlan {
  const path = own.path ?? '/books';
  return {
    name: 'getBooks',
    method: 'GET',
    path,
    segments: parsePathTemplate(path) as Segment[],
    status: 200,
    operationType: 'query',
    auth: 'REQUIRED',
    operations: { UNPAGED: 'query getBooks {\n  books\n}' },
    parameters: [],
    expands: [],
    result: { dataPath: ['books'], errorsAt: [null], body: body ?? leaf('String!'), canBeMissing: false },
    scopes: [],
    source: { file: 'v1/getBooks.graphql', line: 1, text: 'query getBooks {\n  books\n}', shapes: {} },
    ...own,
  };
}

/** A query parameter of type `String`, with changes. */
export function parameterPlan(own: Partial<ParameterPlan> = {}): ParameterPlan {
  const name = own.name ?? 'text';
  return { name, variable: name, source: 'query', type: 'String', required: false, constraints: {}, ...own };
}

/** A paginated list of these styles. */
export function pagePlan(styles: PagePlan['limits']['styles'], own: Partial<PagePlan> = {}): PagePlan {
  return {
    limits: {
      styles,
      defaultLimit: 20,
      maxLimit: 100,
      over: 'refuse',
      maxOffset: 1000,
      firstPage: 1,
      names: DEFAULT_CONVENTIONS.page.parameters,
    },
    variables: { first: 'first', after: 'after', last: 'last', before: 'before', offset: 'offset', page: 'page' },
    list: 'books',
    arguments: { first: 'first', after: 'after', offset: 'offset' },
    fields: { total: { field: 'totalCount', path: ['_total'], isOutside: false, nullable: false, byCursor: false } },
    requiresOffset: false,
    requiresPage: false,
    ...own,
  };
}

/** Version 1 with default conventions and no types, with changes. */
export function versionPlan(own: Partial<VersionPlan> = {}): VersionPlan {
  return {
    number: 1,
    conventions: DEFAULT_CONVENTIONS,
    types: { enums: {}, inputs: {} },
    endpoints: [],
    ...own,
  };
}

export function apiPlan(...versions: VersionPlan[]): ApiPlan {
  return { format: PLAN_FORMAT, versions, coordinates: {}, warnings: [], unsupported: [] };
}
