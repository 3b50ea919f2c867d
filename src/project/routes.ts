import { describeScopes, formatRequirements } from '../gateway/describe/describeAccess.ts';
import { shortPath } from '../gateway/errors/Diagnostic.ts';
import type { ApiPlan } from '../gateway/plan/ApiPlan.ts';
import type { EndpointPlan, Method } from '../gateway/plan/EndpointPlan.ts';
import { type Report, alignColumns } from './Report.ts';

/** Every endpoint of every version, inherited ones with the file that they come from. */
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
    return listed;
  });
  const rows = all.map(({ version, method, path, operation, file, auth, idempotencyKey, scopes }) => [
    `v${version}`,
    method,
    path,
    operation,
    file,
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

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** By path, then by method. */
function compareEndpoints(a: EndpointPlan, b: EndpointPlan): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return METHODS.indexOf(a.method) - METHODS.indexOf(b.method);
}
