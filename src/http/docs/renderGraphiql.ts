// GraphiQL, `/graphiql`: the bundle of GraphQL Yoga, taken apart into files, so that a content security policy can forbid
// inline scripts. It asks for a token, and keeps it in memory only.
import type { Site } from './createSite.ts';
import { type ServedFile, renderAsset } from './renderFile.ts';
import { escapeHtml, renderHtml } from './renderHtml.ts';

/** Renders the page and all that it loads. Without introspection it neither completes nor explains. */
export async function renderGraphiql(
  site: Site,
  path: string,
  introspection: boolean,
): Promise<Map<string, ServedFile>> {
  // 9 MB of source and 50 MB of memory: only for a process whose GraphiQL is opened.
  const bundle = await import('@graphql-yoga/render-graphiql/graphiql');
  const styles = [renderAsset(path, 'bundle', 'css', bundle.css), renderAsset(path, 'graphiql', 'css', STYLE)];
  const scripts = [renderAsset(path, 'bundle', 'js', bundle.js), renderAsset(path, 'graphiql', 'js', SCRIPT)];
  const workers = [
    renderAsset(path, 'editor', 'js', bundle.editorWorkerService),
    renderAsset(path, 'json', 'js', bundle.jsonWorker),
    renderAsset(path, 'graphql', 'js', bundle.graphqlWorker),
  ];
  const [editorWorkerService, json, graphql] = workers.map(([asset]) => asset);
  const settings = {
    endpoint: `${site.basePath}/graphql`,
    introspection,
    workers: { editorWorkerService, json, graphql },
  };
  const page = renderHtml(site, {
    path,
    styles: styles.map(([asset]) => asset),
    scripts: scripts.map(([asset]) => asset),
    tools: `<form id="token">
<label for="jwt">Token</label>
<input id="jwt" type="password" autocomplete="off" spellcheck="false" required>
<button>Use</button>
<output for="jwt">${introspection ? '' : 'This server does not answer introspection: there is no completion here.'}</output>
</form>`,
    body: `<div id="graphiql" data-settings="${escapeHtml(JSON.stringify(settings))}"></div>
<noscript>This page needs JavaScript.</noscript>`,
    // Its editor writes style elements, and brings its fonts and pictures in its style sheet.
    policy: { 'img-src': "'self' data:", 'style-src': "'self' 'unsafe-inline'", 'font-src': "'self' data:" },
  });
  return new Map([...styles, ...scripts, ...workers, [path, page]]);
}

const STYLE = `html, body { height: 100%; }
body { display: flex; flex-direction: column; }
#graphiql { flex: 1; min-height: 0; }
#graphiql .graphiql-container { height: 100%; }
#token { display: flex; flex: 1; flex-wrap: wrap; align-items: center; justify-content: end; gap: 8px; }
#token input { width: 280px; }
#token input, #token button { box-sizing: border-box; height: 32px; padding: 0 10px; border: 1px solid #49b684; border-radius: 4px; background: none; color: inherit; font: inherit; }
#token button { background: #49b684; color: #17211c; cursor: pointer; }
`;

const SCRIPT = `'use strict';
const place = document.getElementById('graphiql');
const { endpoint, introspection, workers } = JSON.parse(place.dataset.settings);
const form = document.getElementById('token');
const [input, output] = [form.querySelector('input'), form.querySelector('output')];
let token = '';
let accept;
const accepted = new Promise((resolve) => { accept = resolve; });

async function send(operation, given = {}) {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (token !== '') headers.set('authorization', 'Bearer ' + token);
  for (const [name, value] of Object.entries(given)) headers.set(name, value);
  const response = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(operation) });
  return response.json();
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  token = input.value.trim().replace(/^bearer /i, '');
  try {
    const { errors } = await send({ query: '{ __typename }' });
    output.value = errors ? errors[0].message : 'The token is in use.';
    if (!errors) accept();
  } catch (error) {
    output.value = error.message;
  }
});

self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => workers[label] };
YogaGraphiQL.renderYogaGraphiQL(place, {
  // Nobody is asked about the schema before there is a token to ask with.
  fetcher: async (operation, { headers } = {}) => {
    if (operation.operationName === 'IntrospectionQuery') await accepted;
    return send(operation, headers);
  },
  ...(!introspection && { schema: null }),
  defaultQuery: '# Ctrl-Enter runs this.\\n{\\n  __typename\\n}\\n',
  shouldPersistHeaders: false,
  title: 'GraphiQL',
  logo: '',
});
`;
