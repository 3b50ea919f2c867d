import type { ReferenceAddition } from '../../gateway/server/docs/renderReference.ts';
import { escapeHtml } from '../../gateway/server/docs/site.ts';
import { escapeControls } from '../../project/texts.ts';
import type { Problem } from './problems.ts';

/**
 * The addition to the API reference in development: a banner with the problems of the last change, and the reload of the
 * OpenAPI document when a new revision is served. It follows the `DevState` of `/docs/events`. `revision` is empty, and the HTML has
 * the problems itself, while no API could be loaded.
 */
export function docsBanner(revision: string, problems: readonly Problem[] = []): ReferenceAddition {
  const html = `<div id="dev" role="status" data-revision="${revision}">${renderSection(problems)}</div>\n`;
  return { html, style: STYLE, script: SCRIPT };
}

/** The problems as the script renders them, for a page that cannot run it. */
function renderSection(problems: readonly Problem[]): string {
  if (problems.length === 0) return '';
  const items = problems.map(({ place, message, hint }) => {
    const text = `${place === undefined ? '' : `${place}: `}${message}${hint === undefined ? '' : `\n  hint: ${hint}`}`;
    return `<li>${escapeHtml(escapeControls(text))}</li>`;
  });
  return `<section class="problems"><h2>${UNAVAILABLE}</h2><ul>${items.join('')}</ul></section>`;
}

const UNAVAILABLE = 'The API is not served until this is fixed';

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

  const textOf = ({ place, message, hint }) =>
    (place === undefined ? '' : place + ': ') + message + (hint === undefined ? '' : '\\n  hint: ' + hint);

  const events = new EventSource(document.documentElement.dataset.basePath + '/docs/events');
  events.onmessage = ({ data }) => {
    const state = JSON.parse(data);
    banner.replaceChildren(
      ...section('problems', revision === '' ? '${UNAVAILABLE}' : 'The last change is not served', state.problems.map(textOf)),
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
