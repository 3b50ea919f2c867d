import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listDocuments } from '../gateway/handle/executedDocuments.ts';
import { type Report, count } from '../project/Report.ts';
import { UsageError } from '../project/UsageError.ts';
import type { Api } from '../project/readApi.ts';
import { refuseForeign } from './build.ts';

/** The formats of manifests, with their usual file names. */
export const MANIFEST_FILES = { apollo: 'persisted-query-manifest.json', generic: 'persisted-documents.json' } as const;
export type ManifestFormat = keyof typeof MANIFEST_FILES;

const APOLLO_FORMAT = 'apollo-persisted-query-manifest';

export interface DocumentsOptions {
  /** A folder, which gets a manifest of each format, or a file with the extension `.json`. */
  out: string;
  /** That of a file, or the only one in a folder. Default: generic, or both. */
  format?: ManifestFormat;
}

/**
 * Writes every document that `serve --trusted-documents` sends, as manifests that upstreams read: that of Apollo, and a JSON object of
 * ids and texts. Throws a UsageError for a file that is no manifest or cannot be written.
 * See https://www.apollographql.com/docs/graphos/platform/security/persisted-queries#manifest-format and
 * https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#persisted-documents
 */
export function documents({ plan, schema }: Pick<Api, 'plan' | 'schema'>, { out, format }: DocumentsOptions): Report {
  const listed = listDocuments(plan, schema);
  const contents: Record<ManifestFormat, unknown> = {
    apollo: {
      format: APOLLO_FORMAT,
      version: 1,
      operations: listed.map(({ id, name, type, body }) => ({ id, name, type, body })),
    },
    generic: Object.fromEntries(listed.map(({ id, body }) => [id, body])),
  };
  const isFile = out.endsWith('.json');
  const formats = format ? [format] : isFile ? (['generic'] as const) : (['apollo', 'generic'] as const);
  const files = formats.map((each) => ({ file: isFile ? out : path.join(out, MANIFEST_FILES[each]), each }));
  for (const { file } of files) refuseForeign(file, 'no manifest', isManifest);
  for (const { file, each } of files) {
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify(contents[each], null, 2)}\n`);
    } catch (error) {
      throw new UsageError(`--out: the file ${file} cannot be written. ${(error as Error).message}.`);
    }
  }
  const written = files.map(({ file }) => file);
  return {
    text: `Wrote ${written.join(' and ')}: ${count(listed.length, 'document')}.`,
    json: { files: written, documents: listed.map(({ id, name, type }) => ({ id, name, type })) },
    ok: true,
  };
}

function isManifest(json: Record<string, unknown>): boolean {
  const ids = Object.keys(json);
  return json['format'] === APOLLO_FORMAT || (ids.length > 0 && ids.every((id) => /^[\da-f]{64}$/.test(id)));
}
