// The prompts of init.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { autocompleteMultiselect, isCancel, select, text } from '@clack/prompts';
import { readUpstream } from '../../project/readUpstream.ts';
import { count } from '../../project/texts.ts';
import type { Proposal, ProposedEndpoint } from '../propose/Proposal.ts';
import { resourceOf } from '../propose/writeEndpoint.ts';
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
      validate: (value = '') => (value === '' ? undefined : faultOf(value)),
    }),
  );
  return url === '' ? undefined : url;
}

function faultOf(url: string): string | undefined {
  try {
    readUpstream(url);
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/^--upstream /, 'The URL ');
  }
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

/** Prompts for the proposed endpoints to write: all, those that read, or some of them. Returns the coordinates of their fields. */
export async function askFields({ endpoints }: Proposal, terminal: PromptStreams): Promise<ReadonlySet<string>> {
  const reads = endpoints.filter(({ method }) => method === 'GET');
  const hasBoth = reads.length > 0 && reads.length < endpoints.length;
  const scope = await orCancel(
    select({
      ...terminal,
      message: 'Which endpoints?',
      options: [
        { value: 'all', label: `All ${endpoints.length}` },
        ...(hasBoth ? [{ value: 'reads', label: `Only the ${count(reads.length, 'endpoint')} that read` }] : []),
        { value: 'some', label: 'Choose' },
      ],
    }),
  );
  const all = (scope === 'reads' ? reads : endpoints).map(({ coordinate }) => coordinate);
  return new Set(scope === 'some' ? await choose(endpoints, terminal) : all);
}

/** Resources of several endpoints are options too, before them: a path of theirs is no coordinate. */
async function choose(endpoints: Proposal['endpoints'], terminal: PromptStreams): Promise<string[]> {
  const groups = new Map([...groupByResource(endpoints)].map(([resource, group]) => [`/${resource}`, group]));
  const options = [...groups].flatMap(([resource, group]) => [
    ...(group.length > 1 ? [{ value: resource, label: `${resource}: all ${group.length}` }] : []),
    ...group.map(({ coordinate, method, path: route }) => ({
      value: coordinate,
      label: `${method} ${route}`,
      hint: coordinate,
    })),
  ]);
  const chosen = await orCancel(
    autocompleteMultiselect<string>({
      ...terminal,
      message: 'Choose endpoints; type to search:',
      options,
      required: true,
      maxItems: ROWS,
    }),
  );
  return chosen.flatMap((value) => groups.get(value)?.map(({ coordinate }) => coordinate) ?? value);
}

/** Endpoints by the first literal of their path: `users` has `/users` and `/users/{id}`. In alphabetical order. */
export function groupByResource(endpoints: readonly ProposedEndpoint[]): Map<string, ProposedEndpoint[]> {
  const groups = new Map<string, ProposedEndpoint[]>();
  for (const endpoint of endpoints) {
    const resource = resourceOf(endpoint.path);
    groups.set(resource, [...(groups.get(resource) ?? []), endpoint]);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The response to a prompt. Throws an error where it was cancelled, as by Ctrl-C. */
export async function orCancel<Response>(prompt: Promise<Response>): Promise<Exclude<Response, symbol>> {
  const response = await prompt;
  if (isCancel(response)) throw new Error('Cancelled. Nothing was written.');
  return response as Exclude<Response, symbol>;
}
