import type { Api } from './Api.ts';
import type { Endpoint } from '../runtime/Endpoint.ts';
import { shortPath } from '../errors/DocumentError.ts';
import { alignColumns } from './alignColumns.ts';
import { inWords, neededScopes } from '../describe/neededScopes.ts';
import type { Report } from './Report.ts';

/** Lists the endpoints of every version; an inherited endpoint has the file of the earlier version. */
export function routes({ rest }: Api): Report {
  const all = [...rest.endpoints].sort(byPathAndMethod).map((endpoint) => {
    const { version, document } = endpoint;
    const { method, path } = document.endpoint;
    return {
      version,
      method,
      path,
      operation: document.operation.name.value,
      file: shortPath(document.file),
      inherited: rest.endpoints.some((other) => other.version < version && other.document === document),
      scopes: neededScopes(endpoint),
    };
  });
  const rows = all.map(({ version, method, path, operation, file, scopes }) => [
    `v${version}`,
    method,
    path,
    operation,
    file,
    inWords(scopes.always),
  ]);
  return {
    text: alignColumns([['VERSION', 'METHOD', 'PATH', 'OPERATION', 'FILE', 'SCOPES'], ...rows]),
    json: all,
    ok: true,
  };
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function byPathAndMethod(a: Endpoint, b: Endpoint): number {
  const [one, other] = [a.document.endpoint, b.document.endpoint];
  if (a.version !== b.version) return a.version - b.version;
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return METHODS.indexOf(one.method) - METHODS.indexOf(other.method);
}
