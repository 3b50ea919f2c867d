import { digestOf } from '../../protocol/entityTag.ts';

/** The headers and the body of one path, rendered in advance. */
export interface ServedFile {
  headers: Readonly<Record<'content-type' | 'content-length' | 'etag' | 'cache-control', string>>;
  body: Buffer;
}

const TYPES = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json',
} as const;

export type Extension = keyof typeof TYPES;

/** The policy of files that are no page: they load nothing. */
const LOAD_NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** Renders a file that may change with the next start: clients revalidate it. */
export function renderFile(extension: Extension, text: string, policy = LOAD_NOTHING): ServedFile {
  return render(extension, text, policy, 'no-cache');
}

/** Renders a file whose path is derived from its content, so that it never changes; returns both. */
export function renderAsset(folder: string, name: string, extension: Extension, text: string): [string, ServedFile] {
  const path = `${folder}/${name}.${digestOf(text).slice(0, 10)}.${extension}`;
  return [path, render(extension, text, LOAD_NOTHING, 'public, max-age=31536000, immutable')];
}

function render(extension: Extension, text: string, policy: string, caching: string): ServedFile {
  const body = Buffer.from(text);
  const headers = {
    'content-type': TYPES[extension],
    'content-length': String(body.length),
    etag: `"${digestOf(text)}"`,
    'cache-control': caching,
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
  };
  return { headers, body };
}
