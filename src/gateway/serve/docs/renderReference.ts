// The API reference: Swagger UI as it is over the OpenAPI documents, with a choice of version and requests to try.
import { type ServedFile, type Site, escapeHtml, renderAsset, renderHtml } from './site.ts';

/** An addition to the page: HTML before the reference, and a style and a script that are loaded after its own. */
export interface ReferenceAddition {
  html: string;
  style: string;
  script: string;
}

interface ReferenceSettings {
  /** The paths of the OpenAPI documents, below the base path. */
  documents: readonly string[];
  /** Shown with every security scheme that takes a bearer token. */
  tokenHelp: TokenHelp;
  addition?: ReferenceAddition | undefined;
}

/** Renders the page, and all files that it loads. */
export async function renderReference(
  site: Site,
  path: string,
  { documents, tokenHelp, addition }: ReferenceSettings,
): Promise<Map<string, ServedFile>> {
  const swaggerUi = await import('./swaggerUi.ts');
  const styles = [
    renderAsset(site.assets, 'swagger-ui', 'css', swaggerUi.css),
    ...(addition ? [renderAsset(site.assets, 'addition', 'css', addition.style)] : []),
  ];
  const scripts = [
    renderAsset(site.assets, 'swagger-ui', 'js', swaggerUi.bundle),
    renderAsset(site.assets, 'swagger-ui-preset', 'js', swaggerUi.preset),
    renderAsset(site.assets, 'reference', 'js', SCRIPT),
    ...(addition ? [renderAsset(site.assets, 'addition', 'js', addition.script)] : []),
  ];
  const urls = documents.map((url) => ({ url: site.basePath + url, name: nameOf(url) }));
  const page = renderHtml(site, {
    path,
    styles: styles.map(([asset]) => asset),
    scripts: [site.tokenScript, ...scripts.map(([asset]) => asset)],
    body: `${addition?.html ?? ''}<main>
<div id="reference" data-settings="${escapeHtml(JSON.stringify({ urls, tokenHelp }))}"></div>
<noscript>This page requires JavaScript. The OpenAPI documents are ${urls.map(linkTo).join(', ')}.</noscript>
</main>`,
    // Swagger UI writes style attributes, and has images in its style sheet.
    policy: { 'img-src': "'self' data:", 'style-src': "'self' 'unsafe-inline'" },
  });
  return new Map([...styles, ...scripts, [path, page]]);
}

/** `/v2/openapi.json` describes version 2; in `/openapi.json` the Accept header selects the version. */
function nameOf(document: string): string {
  const [, version] = /\/v(\d+)\/[^/]*$/.exec(document) ?? [];
  return version === undefined ? 'Version selected by the Accept header' : `Version ${version}`;
}

function linkTo({ url }: { url: string }): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
}

/** A bearer token is stored for the tab, under the key of GraphiQL; the credentials of other schemes are not stored. */
const SCRIPT = `'use strict';
const place = document.getElementById('reference');
const { urls, tokenHelp } = JSON.parse(place.dataset.settings);

const isBearer = ({ type, scheme }) => type === 'http' && scheme.toLowerCase() === 'bearer';
const bearerSchemesOf = (document) =>
  Object.entries(document?.components?.securitySchemes ?? {}).filter(([, scheme]) => isBearer(scheme));

// The description of a scheme in the dialog is Markdown.
const help = [tokenHelp.text, tokenHelp.command && '\`\`\`\\n' + tokenHelp.command + '\\n\`\`\`'];
function withHelp(document) {
  const helped = bearerSchemesOf(document).map(([name, scheme]) => [
    name,
    { ...scheme, description: [scheme.description, ...help].filter(Boolean).join('\\n\\n') },
  ]);
  if (helped.length === 0) return document;
  const securitySchemes = { ...document.components.securitySchemes, ...Object.fromEntries(helped) };
  return { ...document, components: { ...document.components, securitySchemes } };
}

// A token may be pasted as it is in a header. A schema is a map of Immutable where a reader fills the dialog.
function withoutPrefix(credential) {
  if (!isBearer(credential.schema.toJS?.() ?? credential.schema)) return credential;
  return { ...credential, value: credential.value?.trim().replace(/^bearer +/i, '') };
}

const ui = SwaggerUIBundle({
  domNode: place,
  urls,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  plugins: [
    {
      statePlugins: {
        auth: {
          wrapActions: {
            authorize: (proceed) => (credentials) =>
              proceed(Object.fromEntries(Object.entries(credentials).map(([name, each]) => [name, withoutPrefix(each)]))),
            // Swagger UI would store all credentials on disk.
            persistAuthorizationIfNeeded: (_, { authSelectors }) => () => {
              const entries = Object.values(authSelectors.authorized().toJS());
              tokenStore.write(entries.find(({ schema }) => isBearer(schema))?.value ?? '');
            },
          },
        },
        spec: { wrapActions: { updateJsonSpec: (proceed) => (document) => proceed(withHelp(document)) } },
      },
    },
  ],
  onComplete: () => {
    const token = tokenStore.read();
    if (token === '') return;
    for (const [name] of bearerSchemesOf(ui.specSelectors.specJson().toJS())) ui.preauthorizeApiKey(name, token);
  },
  layout: 'StandaloneLayout',
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: true,
  requestSnippetsEnabled: true,
  validatorUrl: null,
});
`;

/** The issuer of tokens: `portico token` with the key of the data folder, a configured issuer, or that of the upstream. */
export type TokenSource = { kind: 'local'; scopes: readonly string[] } | { kind: 'issuer' } | { kind: 'upstream' };

export interface TokenHelp {
  text: string;
  command?: string;
}

/** Describes how to get a token. Names no path of the server. */
export function describeTokenSource(source: TokenSource): TokenHelp {
  if (source.kind === 'issuer') return { text: 'Requests require a token of the configured issuer.' };
  if (source.kind === 'upstream') return { text: 'Requests require a token that the upstream GraphQL API accepts.' };
  return {
    text: 'Requests require a token. Create one where this server was started, with the same DATA_DIR and only the scopes that it needs:',
    command: `npm exec -- portico token --scope '${source.scopes.join(' ')}'`,
  };
}
