// GraphiQL, `/graphiql`: the bundle of GraphQL Yoga, split into files, so that a content security policy can forbid inline scripts.
// The page asks for a token and describes how to get one; GraphiQL itself is rendered once the server has accepted it.
import type { GraphiqlPage } from '../../gateway/server/docs/createDocs.ts';
import { type ServedFile, renderAsset } from '../../gateway/server/docs/renderFile.ts';
import { escapeHtml, renderHtml } from '../../gateway/server/docs/renderHtml.ts';

/** Renders the page and all files that it loads. Without introspection there is no completion and no schema explorer. */
export async function renderGraphiql(
  { site, path, tokenHelp }: GraphiqlPage,
  introspection: boolean,
): Promise<Map<string, ServedFile>> {
  // 9 MB of source and 50 MB of memory, so it is loaded on demand.
  const bundle = await import('@graphql-yoga/render-graphiql/graphiql');
  const styles = [renderAsset(path, 'bundle', 'css', bundle.css), renderAsset(path, 'graphiql', 'css', STYLE)];
  const scripts = [renderAsset(path, 'bundle', 'js', bundle.js), renderAsset(path, 'graphiql', 'js', SCRIPT)];
  const editor = renderAsset(path, 'editor', 'js', bundle.editorWorkerService);
  const json = renderAsset(path, 'json', 'js', bundle.jsonWorker);
  const graphql = renderAsset(path, 'graphql', 'js', bundle.graphqlWorker);
  const workers = { editorWorkerService: editor[0], json: json[0], graphql: graphql[0] };
  const settings = { endpoint: `${site.basePath}/graphql`, introspection, workers };
  const page = renderHtml(site, {
    path,
    styles: styles.map(([asset]) => asset),
    scripts: [site.tokenScript, ...scripts.map(([asset]) => asset)],
    tools: `<form id="token">
<label for="jwt">Token</label>
<input id="jwt" type="password" autocomplete="off" spellcheck="false" required>
<button>Use</button>
<output for="jwt"></output>
</form>`,
    body: `<main>
<section id="help" hidden>
<h1>GraphiQL requires a token</h1>
<p>${escapeHtml(tokenHelp.text)}</p>
${tokenHelp.command === undefined ? '' : `<pre><code>${escapeHtml(tokenHelp.command)}</code></pre>`}
<p>Paste it into the field above. It is stored for this browser tab only, and the API reference uses it too.</p>
</section>
${introspection ? '' : '<p id="closed">Introspection is disabled on this server, so there is no completion.</p>'}
<div id="graphiql" data-settings="${escapeHtml(JSON.stringify(settings))}"></div>
<noscript>This page requires JavaScript.</noscript>
</main>`,
    // The editor writes style elements, and has fonts and images in its style sheet.
    policy: { 'img-src': "'self' data:", 'style-src': "'self' 'unsafe-inline'", 'font-src': "'self' data:" },
  });
  return new Map([...styles, ...scripts, editor, json, graphql, [path, page]]);
}

const STYLE = `html, body { height: 100%; }
body { display: flex; flex-direction: column; }
main { display: flex; flex: 1; flex-direction: column; min-height: 0; }
#graphiql { flex: 1; min-height: 0; }
#graphiql .graphiql-container { height: 100%; }
#token { display: flex; flex: 1 1 320px; flex-wrap: wrap; align-items: center; justify-content: end; gap: 8px; }
#token input { flex: 0 1 280px; min-width: 0; }
@media (max-width: 640px) {
  #token { flex-basis: 100%; }
  #token input { flex: 1 1 0; }
  #token output { flex-basis: 100%; }
}
#token input, #token button { box-sizing: border-box; height: 32px; padding: 0 10px; border: 1px solid #49b684; border-radius: 4px; background: none; color: inherit; font: inherit; }
#token button { background: #49b684; color: #17211c; cursor: pointer; }
#token output:empty { display: none; }
#help, #closed { box-sizing: border-box; width: 100%; max-width: 46em; margin: 0 auto; padding: 16px 20px; font: 16px/1.6 sans-serif; color: #1d2a24; }
#closed { padding: 8px 20px; }
#help h1 { line-height: 1.25; }
#help pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 12px; border-radius: 3px; background: #eef4f1; font-size: 14px; }
.graphiql-container .graphiql-logo { color: inherit; }
#graphiql .monaco-editor.vs-dark .mtk8 { color: #8fbf7b; }
@media (prefers-color-scheme: dark) {
  body { background: #101613; }
  #help, #closed { color: #dfe8e3; }
  #help pre { background: #1d2a24; }
}
`;

const SCRIPT = `'use strict';
const place = document.getElementById('graphiql');
const { endpoint, introspection, workers } = JSON.parse(place.dataset.settings);
const help = document.getElementById('help');
const form = document.getElementById('token');
const [input, output] = [form.querySelector('input'), form.querySelector('output')];
let token = tokenStore.read();
let isShown = false;

async function send(operation, given = {}) {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (token !== '') headers.set('authorization', 'Bearer ' + token);
  for (const [name, value] of Object.entries(given)) headers.set(name, value);
  const response = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(operation) });
  const result = await response.json();
  // The token is expired or not valid: no further request carries it.
  if (response.status === 401) {
    token = '';
    tokenStore.write('');
    output.value = result.errors[0].message;
  }
  return result;
}

/** Uses a token if the server accepts it. */
async function accept(candidate) {
  token = candidate;
  const error = await send({ query: '{ __typename }' }).then(({ errors }) => errors?.[0].message, ({ message }) => message);
  output.value = error ?? 'The token is in use.';
  help.hidden = isShown || error === undefined;
  if (error !== undefined) return;
  tokenStore.write(token);
  show();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  accept(input.value.trim().replace(/^bearer +/i, ''));
});

self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => workers[label] };

/** GraphiQL introspects the schema as soon as it is rendered, so it is rendered when it has a token. */
function show() {
  if (isShown) return;
  isShown = true;
  YogaGraphiQL.renderYogaGraphiQL(place, {
    fetcher: (operation, { headers } = {}) => send(operation, headers),
    ...(!introspection && { schema: null }),
    defaultQuery: '# Ctrl-Enter runs this.\\n{\\n  __typename\\n}\\n',
    shouldPersistHeaders: false,
    title: 'GraphiQL',
    logo: '',
  });
}

if (token === '') help.hidden = false;
else accept(token);
`;
