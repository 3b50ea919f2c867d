import { DEFAULT_API } from '../../gateway/plan/conventions/apiProperties.ts';
import { ServiceError } from '../../gateway/base/errors/ServiceError.ts';
import type { ServedApi } from '../../gateway/serve/ServedApi.ts';
import type { ReferenceAddition } from '../../gateway/serve/docs/renderReference.ts';
import { createSite, renderAsset, renderHtml } from '../../gateway/serve/docs/site.ts';

/** What is served while no version of the files could be loaded: 503, and the banner alone in place of the API reference. */
export function createUnavailableApi(basePath: string, problem: string): ServedApi {
  const home = `${basePath}/docs`;
  const site = createSite({ basePath, apiName: DEFAULT_API.name, home, names: new Map([[home, 'Reference']]) });
  const { html, style: css, script: js } = docsBanner('');
  const style = renderAsset(site.assets, 'addition', 'css', css);
  const script = renderAsset(site.assets, 'addition', 'js', js);
  const page = renderHtml(site, { path: home, styles: [style[0]], scripts: [script[0]], body: html, policy: {} });
  const files = new Map([...site.files, style, script, [home, page]]);
  return {
    rest: {
      handle: async () => {
        throw new ServiceError('UNAVAILABLE', `The API cannot be served before this is fixed: ${problem}`);
      },
    },
    docs: { home, find: (path) => files.get(path) },
  };
}

/**
 * The addition to the API reference in development: a banner with the problems of the last change, and the reload of the
 * OpenAPI document when a new revision is served. It follows the `DevState` of `/docs/events`. `revision` is empty while no API could
 * be loaded.
 */
export function docsBanner(revision: string): ReferenceAddition {
  return { html: `<div id="dev" role="status" data-revision="${revision}"></div>\n`, style: STYLE, script: SCRIPT };
}

const STYLE = `#dev section { padding: 12px 20px; border-left: 6px solid; font: 14px/1.5 sans-serif; }
#dev h2 { margin: 0 0 4px; font-size: 15px; }
#dev ul { margin: 0; padding: 0; list-style: none; }
#dev li { white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.6 monospace; }
#dev .problems { border-color: #c22626; background: #fdecec; color: #5c0f0f; }
#dev .breaking { border-color: #b86e00; background: #fff4e0; color: #5a3600; }
#dev .warnings { border-color: #5c6172; background: #eef0f4; color: #2a2f3d; }
`;

const SCRIPT = `'use strict';
(() => {
  const banner = document.getElementById('dev');
  let { revision } = banner.dataset;

  function section(name, title, texts) {
    if (texts.length === 0) return [];
    const element = document.createElement('section');
    element.className = name;
    const heading = document.createElement('h2');
    heading.textContent = title;
    const list = document.createElement('ul');
    for (const text of texts) list.appendChild(document.createElement('li')).textContent = text;
    element.append(heading, list);
    return [element];
  }

  const events = new EventSource(document.documentElement.dataset.basePath + '/docs/events');
  events.onmessage = ({ data }) => {
    const state = JSON.parse(data);
    const title = revision === '' ? 'The API is not served until this is fixed' : 'The last change is not served';
    banner.replaceChildren(
      ...section('problems', title, state.problems),
      ...section('breaking', 'Breaking changes of the published contracts', state.breaking),
      ...section('warnings', 'Warnings', state.warnings),
    );
    if (state.revision === revision) return;
    revision = state.revision;
    // The page lists the documents; it has none, and no reference, while no API could be loaded.
    const listed = typeof urls === 'undefined' ? [] : urls.map(({ url }) => url);
    if (String(state.documents) !== String(listed)) location.reload();
    else ui.specActions.download(ui.specSelectors.url());
  };
})();
`;
