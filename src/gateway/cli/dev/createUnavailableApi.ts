import { ServiceError } from '../../errors/ServiceError.ts';
import { createDocs } from '../../server/docs/createDocs.ts';
import type { ServedApi } from '../../server/ServedApi.ts';
import { docsBanner } from './docsBanner.ts';
import type { Problem } from './Problem.ts';

/** What is served while no version of the files could be loaded: 503, and the documentation with the problems. */
export function createUnavailableApi(
  { basePath, apiName }: { basePath: string; apiName: string },
  problems: readonly Problem[],
): ServedApi {
  const [first] = problems;
  const place = first?.place === undefined ? '' : `${first.place}: `;
  const more = problems.length > 1 ? ` And ${problems.length - 1} more, see ${basePath}/docs.` : '';
  const message = `The API cannot be served before this is fixed: ${place}${first?.message ?? 'it is not loaded yet.'}${more}`;
  return {
    rest: {
      handle: async () => {
        throw new ServiceError('UNAVAILABLE', message);
      },
    },
    docs: createDocs({
      basePath,
      apiName,
      openApi: new Map(),
      pages: [],
      tokenSource: { kind: 'issuer' },
      addition: docsBanner(''),
    }),
  };
}
