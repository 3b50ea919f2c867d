import { text } from '@clack/prompts';
import { readUpstream } from '../../project/readUpstream.ts';
import { orCancel } from './orCancel.ts';
import type { PromptStreams } from './PromptStreams.ts';

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
