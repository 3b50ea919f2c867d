import { UsageError } from '../UsageError.ts';
import { findSchemaFiles } from './findSchemaFiles.ts';
import { askSource } from './questions/askSource.ts';
import type { PromptStreams } from './questions/PromptStreams.ts';

/**
 * The schema file or the URL for a project: the only schema file in the folder, or the response to a prompt. Throws a UsageError
 * without a terminal.
 */
export async function chooseSource(folder: string, terminal?: PromptStreams): Promise<string> {
  const found = findSchemaFiles(folder);
  if (terminal) return askSource(found, folder, terminal);
  if (found[0] !== undefined && found.length === 1) return found[0];
  throw new UsageError(
    found.length === 0
      ? 'A schema is required: portico init schema.graphql, or portico init https://api.example.com/graphql'
      : `A schema must be named; this folder has ${found.join(', ')}: portico init ${found[0]}`,
  );
}
