import { text } from '@clack/prompts';
import { folderFault } from '../folderFault.ts';
import { orCancel } from './orCancel.ts';
import type { PromptStreams } from './PromptStreams.ts';

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
