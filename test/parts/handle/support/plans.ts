// Literal plans: each has only what a test says, over an endpoint and a version that are as plain as they can be.
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/plan/conventions/defaultConventions.ts';
import type { Conventions } from '../../../../src/gateway/plan/conventions/Conventions.ts';
import type { VersionPlan } from '../../../../src/gateway/plan/ApiPlan.ts';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import type { PagePlan } from '../../../../src/gateway/plan/PagePlan.ts';
import type { ResultPlan } from '../../../../src/gateway/plan/ResultPlan.ts';
import type {
  ConnectionShape,
  LeafShape,
  ListShape,
  ObjectShape,
  Shape,
  UnwrappedShape,
} from '../../../../src/gateway/plan/Shape.ts';

interface VersionOptions {
  number?: number;
  conventions?: Partial<Conventions>;
  /** Wire values by the values of the schema. */
  enums?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export function versionOf({ number = 1, conventions = {}, enums = {} }: VersionOptions = {}): VersionPlan {
  const enumPlans = Object.fromEntries(Object.entries(enums).map(([name, values]) => [name, { values }]));
  return {
    number,
    conventions: { ...DEFAULT_CONVENTIONS, ...conventions },
    types: { enums: enumPlans, inputs: {} },
    endpoints: [],
  };
}

/** `GET /books`, whose body is the text at `hello`. */
export function endpointOf(rest: Partial<EndpointPlan> = {}): EndpointPlan {
  return {
    name: 'hello',
    method: 'GET',
    path: '/books',
    segments: [{ names: [], texts: ['books'] }],
    status: 200,
    operationType: 'query',
    auth: 'REQUIRED',
    operations: { UNPAGED: 'query hello { hello }' },
    parameters: [],
    expands: [],
    result: resultOf(),
    scopes: [],
    source: { file: 'v1/a.graphql', line: 1, text: '', shapes: {} },
    ...rest,
  };
}

export function resultOf(rest: Partial<ResultPlan> = {}): ResultPlan {
  const { dataPath = ['hello'] } = rest;
  return { dataPath, errorsAt: dataPath.map(() => null), body: leaf(), canBeMissing: false, ...rest };
}

export function leaf(type = 'String'): LeafShape {
  return { kind: 'leaf', type, nullable: true };
}

export function listOf(of: Shape): ListShape {
  return { kind: 'list', of, nullable: true };
}

/** The fields have the names of their keys. */
export function object(properties: Readonly<Record<string, Shape>>, type = 'Thing'): ObjectShape {
  return {
    kind: 'object',
    type,
    properties: Object.entries(properties).map(([key, shape]) => ({ field: key, key, shape, required: true })),
    nullable: true,
  };
}

export function unwrapped(key: string, of: Shape, field = key): UnwrappedShape {
  return { kind: 'unwrapped', key, field, of, nullable: true };
}

/** A connection whose items are those at `path`, or at `node` of each of them. */
export function connection(of: Shape, rest: Partial<ConnectionShape> = {}): ConnectionShape {
  const { path = ['nodes'], selected = object({ [path[0]!]: listOf(of) }) } = rest;
  return { kind: 'connection', path, of, selected, lists: [{ path }], cursors: [], nullable: true, ...rest };
}

/** The pages of a connection by offset and cursor, up to 20 items. */
export function pagePlan({ limits, ...rest }: Partial<Omit<PagePlan, 'limits'>> & { limits?: object } = {}): PagePlan {
  return {
    limits: {
      styles: ['OFFSET', 'CURSOR'],
      defaultLimit: 5,
      maxLimit: 20,
      over: 'refuse',
      maxOffset: 100,
      firstPage: 1,
      names: DEFAULT_CONVENTIONS.page.parameters,
      ...limits,
    },
    variables: { first: 'first', after: 'after', last: 'last', before: 'before', offset: 'offset', page: 'page' },
    list: 'books',
    arguments: { first: 'first', after: 'after', offset: 'offset' },
    fields: {
      total: { field: 'totalCount', path: ['_total'], isOutside: false, nullable: false, byCursor: false },
      endCursor: { field: 'pageInfo.endCursor', path: ['_page', 'endCursor'] },
      hasNextPage: { field: 'pageInfo.hasNextPage', path: ['_page', 'hasNextPage'] },
    },
    requiresOffset: false,
    requiresPage: false,
    ...rest,
  };
}
