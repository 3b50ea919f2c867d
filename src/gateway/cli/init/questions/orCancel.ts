import { isCancel } from '@clack/prompts';

/** The answer to a question. Throws an error where it was cancelled, as by Ctrl-C. */
export async function orCancel<Answer>(question: Promise<Answer>): Promise<Exclude<Answer, symbol>> {
  const answer = await question;
  if (isCancel(answer)) throw new Error('Cancelled. Nothing was written.');
  return answer as Exclude<Answer, symbol>;
}
