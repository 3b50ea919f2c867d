import { describeScopes, formatRequirements } from '../gateway/describe/describeAccess.ts';
import { shortPath } from '../gateway/base/errors/Diagnostic.ts';
import type { ApiPlan } from '../gateway/plan/ApiPlan.ts';
import type { EndpointPlan, Method } from '../gateway/plan/EndpointPlan.ts';
import { TOOLS_PATH } from '../gateway/plan/paths.ts';
import { type Report, alignColumns } from './Report.ts';

/** Every endpoint of every version, inherited ones with the file that they come from, and the path of its tools where it has some. */
export function routes({ versions }: ApiPlan): Report {
  const earlierFiles = new Set<string>();
  const all = versions.flatMap(({ number, endpoints }) => {
    const listed = [...endpoints].sort(compareEndpoints).map((endpoint) => ({
      version: number,
      method: endpoint.method,
      path: endpoint.path,
      operation: endpoint.name,
      file: shortPath(endpoint.source.file),
      inherited: earlierFiles.has(endpoint.source.file),
      auth: endpoint.auth,
      idempotencyKey: endpoint.idempotencyKey ?? 'NONE',
      scopes: describeScopes(endpoint),
    }));
    for (const { source } of endpoints) earlierFiles.add(source.file);
    return [...listed, ...listTools(number, endpoints)];
  });
  const rows = all.map(({ version, method, path, operation, file, auth, idempotencyKey, scopes }) => [
    `v${version}`,
    method,
    path,
    operation ?? 'the tools, for agents',
    file ?? '-',
    auth,
    idempotencyKey,
    formatRequirements(scopes.always),
  ]);
  return {
    text: alignColumns([['VERSION', 'METHOD', 'PATH', 'OPERATION', 'FILE', 'AUTH', 'KEY', 'SCOPES'], ...rows]),
    json: all,
    ok: true,
  };
}

/** The path of the tools of a version, which executes no operation of its own: each call is a request to an endpoint. */
function listTools(version: number, endpoints: readonly EndpointPlan[]) {
  const tools = endpoints.filter(({ tool }) => tool);
  if (tools.length === 0) return [];
  const [auth, ...others] = new Set(tools.map((endpoint) => endpoint.auth));
  return [
    {
      version,
      method: 'POST' as const,
      path: TOOLS_PATH,
      operation: null,
      file: null,
      inherited: false,
      auth: others.length === 0 ? auth! : ('OPTIONAL' as const),
      idempotencyKey: 'NONE' as const,
      scopes: { always: [], expand: {} },
      tools: tools.map(({ name }) => name).sort(),
    },
  ];
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** By path, then by method. */
function compareEndpoints(a: EndpointPlan, b: EndpointPlan): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return METHODS.indexOf(a.method) - METHODS.indexOf(b.method);
}
