import { type BigIntStats, statSync } from 'node:fs';
import path from 'node:path';
import { identifyFolders, listFolder } from './identifyFolders.ts';

/** What the files of a project were like at some time. */
export interface FileState {
  documents: string;
  schema: string;
}

/** Identifies the endpoint documents and the schema without reading them: two states are equal if no file has changed. */
export function identifyFiles(endpoints: string, schemaFile: string | undefined): FileState {
  const folders = identifyFolders([endpoints], () => false);
  const files = [...folders.keys()].flatMap((folder) => listFolder(folder).map(({ name }) => path.join(folder, name)));
  return {
    documents: files.map(describeFile).join('\n'),
    schema: schemaFile === undefined ? '' : describeFile(schemaFile),
  };
}

/** Identifies what is at a path without reading it. */
export function describeFile(file: string): string {
  const { ino, size, mtimeNs }: Partial<BigIntStats> = statSync(file, { bigint: true, throwIfNoEntry: false }) ?? {};
  return [file, ino, size, mtimeNs].join(' ');
}
