import path from 'node:path';
import { isModule } from '../project/loadSchema.ts';
import { readUpstream } from '../project/readUpstream.ts';
import { UsageError } from '../UsageError.ts';
import { folderFault } from './folderFault.ts';
import type { InitOptions } from './InitOptions.ts';
import { askFolder } from './questions/askFolder.ts';
import { askUpstream } from './questions/askUpstream.ts';
import type { PromptStreams } from './questions/PromptStreams.ts';
import type { Setup } from './Setup.ts';
import type { Source } from './Source.ts';

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
  const given = source.upstream ?? options.upstream;
  if (given === undefined && options.upstreamHeader) {
    throw new UsageError(
      '--upstream-header requires a URL: portico init https://api.example.com/graphql, or --upstream URL.',
    );
  }
  return given ?? (terminal && !isModule(source.file) ? askUpstream(terminal) : undefined);
}
