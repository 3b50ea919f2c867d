import { ServiceError } from '../../errors/ServiceError.ts';
import type { ServedApi } from '../../server/ServedApi.ts';
import type { Problem } from './Problem.ts';
import { renderProblemPage } from './renderProblemPage.ts';

/** What is served while no version of the files could be loaded: 503, and the documentation with the problems. */
export function createUnavailableApi(
  { basePath, apiName }: { basePath: string; apiName: string },
  problems: readonly Problem[],
): ServedApi {
  const [first] = problems;
  const place = first?.place === undefined ? '' : `${first.place}: `;
  const more = problems.length > 1 ? ` And ${problems.length - 1} more, see ${basePath}/docs.` : '';
  const message = `The API cannot be served before this is fixed: ${place}${first?.message ?? 'it is not loaded yet.'}${more}`;
  const files = renderProblemPage({ basePath, apiName }, problems);
  return {
    rest: {
      handle: async () => {
        throw new ServiceError('UNAVAILABLE', message);
      },
    },
    docs: { home: `${basePath}/docs`, find: (path) => files.get(path) },
  };
}
