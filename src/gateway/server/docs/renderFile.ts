import { createHash } from 'node:crypto';

/** What is sent for one path, headers and bytes, ready before anybody asks. */
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

/** What nothing but a page needs: a script, a style or a document reaches out to nobody. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** Renders what may change with the next start: clients keep it, and ask each time whether it is still good. */
export function renderFile(extension: Extension, text: string, policy = NOTHING): ServedFile {
  return render(extension, text, policy, 'no-cache');
}

/** Renders what never changes under its path, because the path given back is made of the content. */
export function renderAsset(folder: string, name: string, extension: Extension, text: string): [string, ServedFile] {
  const path = `${folder}/${name}.${digestOf(text).slice(0, 10)}.${extension}`;
  return [path, render(extension, text, NOTHING, 'public, max-age=31536000, immutable')];
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

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
