// The API reference, `/docs`: Swagger UI over the OpenAPI documents, with a choice of version and requests to try. Its files are
// read at startup and by name, so that no path in a request leads to a file.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type ServedFile, type Site, escapeHtml, renderAsset, renderHtml } from './site.ts';

const { resolve } = createRequire(import.meta.url);

/** An addition to the page: HTML before the reference, and a style and a script that are loaded after its own. */
export interface ReferenceAddition {
  html: string;
  style: string;
  script: string;
}

interface ReferenceSettings {
  /** The paths of the OpenAPI documents, below the base path. */
  documents: readonly string[];
  tokenHelp: TokenHelp;
  addition?: ReferenceAddition | undefined;
}

/** Renders the page, and all files that it loads. */
export function renderReference(
  site: Site,
  path: string,
  { documents, tokenHelp, addition }: ReferenceSettings,
): Map<string, ServedFile> {
  const swagger = swaggerOf(site.assets);
  const styles = [
    ...swagger.styles,
    renderAsset(site.assets, 'reference', 'css', STYLE),
    ...(addition ? [renderAsset(site.assets, 'addition', 'css', addition.style)] : []),
  ];
  const scripts = [
    ...swagger.scripts,
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

type SwaggerFiles = Record<'styles' | 'scripts', ReturnType<typeof renderAsset>[]>;

/** By folder. They take longer to render than everything else, and are the same whatever the API is. */
const swaggerFiles = new Map<string, SwaggerFiles>();

function swaggerOf(assets: string): SwaggerFiles {
  const cached = swaggerFiles.get(assets);
  if (cached) return cached;
  const rendered: SwaggerFiles = {
    styles: [renderAsset(assets, 'swagger-ui', 'css', read('swagger-ui.css'))],
    scripts: [
      renderAsset(assets, 'swagger-ui', 'js', read('swagger-ui-bundle.js')),
      renderAsset(assets, 'swagger-ui-preset', 'js', read('swagger-ui-standalone-preset.js')),
    ],
  };
  swaggerFiles.set(assets, rendered);
  return rendered;
}

function read(file: string): string {
  return readFileSync(resolve(`#swagger-ui/${file}`), 'utf8');
}

/** `/v2/openapi.json` describes version 2; in `/openapi.json` the Accept header selects the version. */
function nameOf(document: string): string {
  const [, version] = /^\/v(\d+)\//.exec(document) ?? [];
  return version === undefined ? 'selected by the Accept header' : version;
}

function linkTo({ url }: { url: string }): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
}

const STYLE = `.swagger-ui .topbar { padding: 12px 0 0; background: none; }
.swagger-ui .topbar .link { display: none; }
.swagger-ui .topbar .download-url-wrapper { flex: none; justify-content: start; margin: 0; }
.swagger-ui .topbar .download-url-wrapper .select-label { color: inherit; }
.swagger-ui .topbar .download-url-wrapper .select-label span { flex: none; font-size: 0; }
.swagger-ui .topbar .download-url-wrapper .select-label span::after { content: 'Version'; font-size: 14px; }
.swagger-ui .topbar .download-url-wrapper .select-label select { min-width: 240px; border-color: #49b684; }
.swagger-ui .topbar .dark-mode-toggle { margin-left: auto; }
.swagger-ui .topbar .dark-mode-toggle button svg { fill: currentColor; }
.swagger-ui .info { margin: 24px 0 0; }
.swagger-ui .info details { overflow-x: auto; }
.swagger-ui .info summary { cursor: pointer; }
.swagger-ui .info :is(th, td) { padding-right: 16px; }
.swagger-ui .opblock .renderedMarkdown pre { margin: 0 0 12px; }
.swagger-ui .opblock .renderedMarkdown pre code { display: block; padding: 12px; color: inherit; font-weight: 400; }
.swagger-ui .scheme-container { margin-bottom: 12px; padding: 16px 0; }
.swagger-ui .dialog-ux .renderedMarkdown pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.swagger-ui .dialog-ux .renderedMarkdown pre code { display: block; padding: 12px; color: inherit; font-weight: 400; }
.swagger-ui .dialog-ux .modal-ux-content { max-height: 70vh; }
@media (max-width: 640px) {
  .swagger-ui .opblock-body { overflow-x: auto; }
  .swagger-ui .dialog-ux .modal-ux { min-width: 0; width: 100%; }
}
/* Elements with less contrast than WCAG 2.2 requires (1.4.3), in darker or lighter shades of Swagger UI's own colours. */
html:not(.dark-mode) .swagger-ui .info .title small.version-stamp { background: #4d6b00; }
html:not(.dark-mode) .swagger-ui a, html:not(.dark-mode) .swagger-ui .info a { color: #1f69b8; }
html:not(.dark-mode) .swagger-ui a.nostyle { color: inherit; }
html:not(.dark-mode) .swagger-ui .btn.authorize { border-color: #1a7a4c; color: #1a7a4c; }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #1a7a4c; }
html:not(.dark-mode) .swagger-ui .btn.cancel { border-color: #c22626; color: #c22626; }
html:not(.dark-mode) .swagger-ui .btn.execute { border-color: #1f69b8; background: #1f69b8; }
html:not(.dark-mode) .swagger-ui .opblock-get .opblock-summary-method { background: #1f69b8; }
html:not(.dark-mode) .swagger-ui .opblock-post .opblock-summary-method { background: #1a7a4c; }
html:not(.dark-mode) .swagger-ui .opblock-put .opblock-summary-method { background: #9a5700; }
html:not(.dark-mode) .swagger-ui .opblock-patch .opblock-summary-method { background: #0b7a62; }
html:not(.dark-mode) .swagger-ui .opblock-delete .opblock-summary-method { background: #c22626; }
html:not(.dark-mode) .swagger-ui .parameter__in, html:not(.dark-mode) .swagger-ui .parameter__deprecated,
html:not(.dark-mode) .swagger-ui .json-schema-2020-12-expand-deep-button,
html:not(.dark-mode) .swagger-ui .json-schema-2020-12__attribute--muted { color: #595959; }
html:not(.dark-mode) .swagger-ui .download-contents { background: #5c6172; }
html:not(.dark-mode) .swagger-ui .renderedMarkdown code { color: #6b0ac2; }
html:not(.dark-mode) .swagger-ui .renderedMarkdown pre code { color: inherit; }
html.dark-mode .swagger-ui .opblock.opblock-put .opblock-section-header { background: #6d402b; }
html.dark-mode .swagger-ui .opblock .try-out__btn { background: #2a2f33; }
html.dark-mode .swagger-ui .headers .header-col { color: #dfe8e3; }
`;

const SCRIPT = `'use strict';
const place = document.getElementById('reference');
const { urls, tokenHelp } = JSON.parse(place.dataset.settings);

// The description of a scheme in the dialog is Markdown.
const command = tokenHelp.command && '\`\`\`\\n' + tokenHelp.command + '\\n\`\`\`';
const withHelpFor = (scheme) => ({
  ...scheme,
  description: [scheme.description, tokenHelp.text, command].filter(Boolean).join('\\n\\n'),
});
function withHelp(document) {
  const schemes = Object.entries(document?.components?.securitySchemes ?? {});
  if (schemes.length === 0) return document;
  const securitySchemes = Object.fromEntries(schemes.map(([name, scheme]) => [name, withHelpFor(scheme)]));
  return { ...document, components: { ...document.components, securitySchemes } };
}

// Elements without an accessible name, with another one than they show, or that the keyboard cannot scroll.
const ATTRIBUTES = [
  ['#servers', 'aria-label', 'Server'],
  ['.parameters select', 'aria-label', 'Value'],
  ['.close-modal', 'aria-label', 'Close'],
  ['.modal-ux button.authorize[type="submit"]', 'aria-label', 'Authorize'],
  ['.curl, .headerline, .microlight', 'tabindex', '0'],
];
new MutationObserver(() => {
  for (const [selector, name, value] of ATTRIBUTES) {
    for (const element of place.querySelectorAll(selector)) {
      if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    }
  }
}).observe(place, { childList: true, subtree: true });

const ui = SwaggerUIBundle({
  domNode: place,
  urls,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  plugins: [
    {
      statePlugins: {
        auth: {
          wrapActions: {
            // A token is valid in every version. Swagger UI would drop it on a change of version, or else store it on disk.
            restoreAuthorization: () => () => {},
            authorize: (proceed) => (schemes) => {
              const value = schemes.bearer?.value;
              if (typeof value !== 'string') return proceed(schemes);
              const token = value.trim().replace(/^bearer +/i, '');
              tokenStore.write(token);
              return proceed({ ...schemes, bearer: { ...schemes.bearer, value: token } });
            },
            logout: (proceed) => (names) => {
              tokenStore.write('');
              return proceed(names);
            },
          },
        },
        spec: { wrapActions: { updateJsonSpec: (proceed) => (document) => proceed(withHelp(document)) } },
      },
    },
  ],
  onComplete: () => {
    const token = tokenStore.read();
    if (token !== '') ui.preauthorizeApiKey('bearer', token);
  },
  layout: 'StandaloneLayout',
  deepLinking: true,
  displayRequestDuration: true,
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
