import { existsSync } from 'node:fs';
import path from 'node:path';
import { select, text } from '@clack/prompts';
import { isUrl } from '../isUrl.ts';
import { orCancel } from './orCancel.ts';
import type { PromptStreams } from './PromptStreams.ts';

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
