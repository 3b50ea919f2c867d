import { createSite } from '../../server/docs/createSite.ts';
import { type ServedFile, renderAsset } from '../../server/docs/renderFile.ts';
import { renderHtml } from '../../server/docs/renderHtml.ts';
import { docsBanner } from './docsBanner.ts';
import type { Problem } from './Problem.ts';

/** The page in place of the API reference while there is no API: it has the banner alone. With the files that it loads. */
export function renderProblemPage(
  { basePath, apiName }: { basePath: string; apiName: string },
  problems: readonly Problem[],
): ReadonlyMap<string, ServedFile> {
  const path = `${basePath}/docs`;
  const site = createSite(basePath, apiName, new Map([[path, 'Reference']]));
  const { html, style: css, script: js } = docsBanner('', problems);
  const style = renderAsset(site.assets, 'addition', 'css', css);
  const script = renderAsset(site.assets, 'addition', 'js', js);
  const page = renderHtml(site, { path, styles: [style[0]], scripts: [script[0]], body: html, policy: {} });
  return new Map([...site.files, style, script, [path, page]]);
}
