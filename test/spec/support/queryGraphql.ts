import type { Client, RequestOptions } from './Client.ts';
import type { Answer } from './sendRequest.ts';

/** Sends one operation to /graphql. */
export function queryGraphql(
  client: Client,
  query: string,
  variables: Record<string, unknown> = {},
  options: RequestOptions = {},
): Promise<Answer> {
  return client.post('/graphql', { query, variables }, options);
}

/** The errors of an answer; throws if it has none. */
export function errorsOf(answer: Answer): { message: string; extensions: Record<string, unknown> }[] {
  const { errors } = answer.json as { errors?: { message: string; extensions: Record<string, unknown> }[] };
  if (!errors) throw new Error(`No errors but ${answer.body}`);
  return errors;
}
