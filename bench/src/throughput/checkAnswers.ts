// Before anything is measured: every contender gives the same JSON for the same question, and none without a token.
import assert from 'node:assert/strict';
import type { Running } from '../contenders/startContender.ts';
import type { Question, WorkName } from './Work.ts';

/** Asks one contender once, and answers in the form of the REST interface. */
export async function askOnce(contender: Running, question: Question, authorization?: string): Promise<unknown> {
  const { method, path, body } = contender.ask(question);
  const response = await fetch(contender.origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.ok) {
    const { status } = response;
    throw Object.assign(new Error(`${contender.name} answers ${method} ${path} with ${status}: ${text}`), { status });
  }
  return contender.read(question, JSON.parse(text) as never);
}

/** Rejects unless all contenders agree on these questions, each of which is given as every contender's own. */
export async function checkAnswers(
  contenders: readonly Running[],
  work: WorkName,
  questionsOf: (contender: Running) => readonly Question[],
  authorization: string,
): Promise<void> {
  const [first, ...others] = contenders;
  const expected = await answersOf(first!);
  for (const other of others) {
    assert.deepEqual(await answersOf(other), expected, `${other.name} and ${first!.name} disagree on ${work}`);
  }

  async function answersOf(contender: Running): Promise<unknown[]> {
    const questions = questionsOf(contender);
    const refusal = askOnce(contender, questions[0]!);
    await assert.rejects(refusal, { status: 401 }, `${contender.name} answers without a token`);
    const answers: unknown[] = [];
    for (const question of questions) answers.push(comparable(await askOnce(contender, question, authorization)));
    return answers;
  }

  function comparable(answer: unknown): unknown {
    // A new id is another each time, and cursors are opaque: what counts is where they lead.
    if (work === 'create') return { ...(answer as object), id: 'new' };
    const { pagination, ...rest } = answer as { pagination?: { nextCursor?: string | null } };
    return { ...rest, pagination: { ...pagination, ...(pagination?.nextCursor && { nextCursor: 'opaque' }) } };
  }
}
