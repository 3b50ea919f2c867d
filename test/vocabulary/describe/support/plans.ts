// Plans of a few lines.
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/plan/conventions/defaultConventions.ts';
import { parsePathTemplate } from '../../../../src/gateway/compile/document/checkEndpointArguments.ts';
import { type ApiPlan, PLAN_FORMAT, type VersionPlan } from '../../../../src/gateway/plan/ApiPlan.ts';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import type { Segment } from '../../../../src/gateway/plan/paths.ts';
import type { LeafShape, Shape } from '../../../../src/gateway/plan/Shape.ts';

/** A scalar or an enum; `String!` is never null. */
function leaf(type: string): LeafShape {
  return { kind: 'leaf', type: type.replace('!', ''), nullable: !type.endsWith('!') };
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
