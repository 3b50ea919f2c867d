// The choices of init: options, then responses to prompts, then defaults.
import path from 'node:path';
import { UsageError } from '../../project/UsageError.ts';
import { isModule } from '../../project/loadSchema.ts';
import { readUpstream } from '../../project/readSources.ts';
import { type InitOptions, type PromptStreams, type Setup, type Source, folderFault } from './Setup.ts';
import { findSchemaFiles } from './findProjectFiles.ts';
import { askFolder, askSource, askUpstream } from './prompts.ts';

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

const FOLDER = 'rest';

/** The choices that the files depend on: options, then responses to prompts, then defaults. Throws a UsageError. */
export async function chooseSetup(source: Source, options: InitOptions, terminal?: PromptStreams): Promise<Setup> {
  const upstream = await chooseUpstream(source, options, terminal);
  const { headers = {} } = upstream === undefined ? {} : readUpstream(upstream, options.upstreamHeader);
  const folder = options.endpoints ?? (terminal ? await askFolder(FOLDER, terminal) : FOLDER);
  const fault = folderFault(folder);
  if (fault !== undefined) throw new UsageError(`--endpoints: ${fault}`);
  return {
    schema: source.file,
    ...(upstream !== undefined && { upstream }),
    headers: Object.keys(headers),
    endpoints: path.normalize(folder).replaceAll(path.sep, '/').replace(/\/$/, ''),
  };
}

async function chooseUpstream(
  source: Source,
  options: InitOptions,
  terminal?: PromptStreams,
): Promise<string | undefined> {
  if (source.upstream !== undefined && options.upstream !== undefined) {
    throw new UsageError('--upstream is for a schema file; the URL of the API was given already.');
  }
  const upstream = source.upstream ?? options.upstream;
  if (upstream === undefined && options.upstreamHeader) {
    throw new UsageError(
      '--upstream-header requires a URL: portico init https://api.example.com/graphql, or --upstream URL.',
    );
  }
  return upstream ?? (terminal && !isModule(source.file) ? askUpstream(terminal) : undefined);
}
