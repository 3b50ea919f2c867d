// GraphiQL, `/graphiql`: the bundle of GraphQL Yoga, split into files, so that a content security policy can forbid inline scripts.
// The page asks for a token and describes how to get one; GraphiQL itself is rendered once the server has accepted it.
import { readFile } from 'node:fs/promises';
import { type GraphiqlPage, type ServedFile, escapeHtml, renderAsset, renderHtml } from '../../gateway/server.ts';

const FOLDER = new URL('./graphiql/', import.meta.url);

/** Renders the page and all files that it loads. Without introspection there is no completion and no schema explorer. */
export async function renderGraphiql(
  { site, path, tokenHelp }: GraphiqlPage,
  introspection: boolean,
): Promise<Map<string, ServedFile>> {
  // 9 MB of source and 50 MB of memory, so it is loaded on demand.
  const bundle = await import('@graphql-yoga/render-graphiql/graphiql');
  const readAsset = async (extension: 'css' | 'js') =>
    renderAsset(path, 'graphiql', extension, await readFile(new URL(`page.${extension}`, FOLDER), 'utf8'));
  const styles = [renderAsset(path, 'bundle', 'css', bundle.css), await readAsset('css')];
  const scripts = [renderAsset(path, 'bundle', 'js', bundle.js), await readAsset('js')];
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
