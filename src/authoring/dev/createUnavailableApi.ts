import { DEFAULT_API } from '../../gateway/conventions/apiProperties.ts';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import type { ServedApi } from '../../gateway/server/ServedApi.ts';
import { type ServedFile, createSite, renderAsset, renderHtml } from '../../gateway/server/docs/site.ts';
import { docsBanner } from './docsBanner.ts';
import type { Problem } from './problems.ts';

/** What is served while no version of the files could be loaded: 503, and the documentation with the problems. */
export function createUnavailableApi(basePath: string, problems: readonly Problem[]): ServedApi {
  const [first] = problems;
  const place = first?.place === undefined ? '' : `${first.place}: `;
  const more = problems.length > 1 ? ` And ${problems.length - 1} more, see ${basePath}/docs.` : '';
  const message = `The API cannot be served before this is fixed: ${place}${first?.message ?? 'it is not loaded yet.'}${more}`;
  const files = renderProblemPage(basePath, problems);
  return {
    rest: {
      handle: async () => {
        throw new ServiceError('UNAVAILABLE', message);
      },
    },
    docs: { home: `${basePath}/docs`, find: (path) => files.get(path) },
  };
}

/** The page in place of the API reference while there is no API: it has the banner alone. With the files that it loads. */
export function renderProblemPage(basePath: string, problems: readonly Problem[]): ReadonlyMap<string, ServedFile> {
  const path = `${basePath}/docs`;
  const site = createSite(basePath, DEFAULT_API.name, new Map([[path, 'Reference']]));
  const { html, style: css, script: js } = docsBanner('', problems);
  const style = renderAsset(site.assets, 'addition', 'css', css);
  const script = renderAsset(site.assets, 'addition', 'js', js);
  const page = renderHtml(site, { path, styles: [style[0]], scripts: [script[0]], body: html, policy: {} });
  return new Map([...site.files, style, script, [path, page]]);
}
