// The prompts of init.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { autocompleteMultiselect, isCancel, select, text } from '@clack/prompts';
import { findUrlFault } from '../../gateway/execute/remote/Upstream.ts';
import type { Proposal } from '../propose/Proposal.ts';
import { type PromptStreams, folderFault } from './Setup.ts';
import { isUrl } from './readSource.ts';

const OTHER = '';

/** Prompts for the schema: one of the files that were found, another file, or a URL. */
export async function askSource(found: readonly string[], folder: string, terminal: PromptStreams): Promise<string> {
  const options = [
    ...found.map((file) => ({ value: file, label: file })),
    { value: OTHER, label: 'Another file, or the URL of a GraphQL API' },
  ];
  const message = 'Which GraphQL schema?';
  const chosen = found.length === 0 ? OTHER : await orCancel(select({ ...terminal, message, options }));
  if (chosen !== OTHER) return chosen;
  return orCancel(
    text({
      ...terminal,
      message: 'A schema file, or the URL of a GraphQL API:',
      placeholder: 'schema.graphql',
      validate: (source = '') => {
        if (source === '') return 'Name a file or a URL.';
        return isUrl(source) || existsSync(path.resolve(folder, source)) ? undefined : `${source} does not exist.`;
      },
    }),
  );
}

/** Prompts for the URL of the GraphQL API that executes; undefined for a library, or where it is not known yet. */
export async function askUpstream(terminal: PromptStreams): Promise<string | undefined> {
  const url = await orCancel(
    text({
      ...terminal,
      message: 'The URL of the GraphQL API behind the endpoints (empty: in your own server, or later):',
      placeholder: 'https://api.example.com/graphql',
      defaultValue: '',
      validate: (value = '') => {
        const fault = value === '' ? undefined : findUrlFault(value);
        return fault && `The URL ${fault}`;
      },
    }),
  );
  return url === '' ? undefined : url;
}

/** Prompts for the folder of endpoint documents. */
export async function askFolder(suggestion: string, terminal: PromptStreams): Promise<string> {
  return orCancel(
    text({
      ...terminal,
      message: 'The folder for endpoint documents:',
      placeholder: suggestion,
      defaultValue: suggestion,
      validate: (value = '') => (value === '' ? undefined : folderFault(value)),
    }),
  );
}

const ROWS = 12;

/** Prompts for the proposed endpoints to write: all, or some of them. Returns the coordinates of their fields. */
export async function askFields({ endpoints }: Proposal, terminal: PromptStreams): Promise<ReadonlySet<string>> {
  const options = [
    { value: 'all', label: `All ${endpoints.length}` },
    { value: 'some', label: 'Choose' },
  ];
  const scope = await orCancel(select({ ...terminal, message: 'Which endpoints?', options }));
  const all = endpoints.map(({ coordinate }) => coordinate);
  return new Set(scope === 'some' ? await choose(endpoints, terminal) : all);
}

async function choose(endpoints: Proposal['endpoints'], terminal: PromptStreams): Promise<string[]> {
  const prompt = autocompleteMultiselect<string>({
    ...terminal,
    message: 'Choose endpoints; type to search:',
    options: endpoints.map(({ coordinate, method, path: route }) => ({
      value: coordinate,
      label: `${method} ${route}`,
      hint: coordinate,
    })),
    required: true,
    maxItems: ROWS,
  });
  return orCancel(prompt);
}

/** The response to a prompt. Throws an error where it was cancelled, as by Ctrl-C. */
async function orCancel<Response>(prompt: Promise<Response>): Promise<Exclude<Response, symbol>> {
  const response = await prompt;
  if (isCancel(response)) throw new Error('Cancelled. Nothing was written.');
  return response as Exclude<Response, symbol>;
}
