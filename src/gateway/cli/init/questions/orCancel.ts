import { isCancel } from '@clack/prompts';

/** The response to a prompt. Throws an error where it was cancelled, as by Ctrl-C. */
export async function orCancel<Response>(prompt: Promise<Response>): Promise<Exclude<Response, symbol>> {
  const response = await prompt;
  if (isCancel(response)) throw new Error('Cancelled. Nothing was written.');
  return response as Exclude<Response, symbol>;
}
