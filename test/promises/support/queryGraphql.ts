import type { Client, RequestOptions } from './Client.ts';
import type { HttpResponse } from './sendRequest.ts';

/** Sends one operation to /graphql. */
export function queryGraphql(
  client: Client,
  query: string,
  variables: Record<string, unknown> = {},
  options: RequestOptions = {},
): Promise<HttpResponse> {
  return client.post('/graphql', { query, variables }, options);
}

/** The errors of a response; throws if it has none. */
export function errorsOf(response: HttpResponse): { message: string; extensions: Record<string, unknown> }[] {
  const { errors } = response.json as { errors?: { message: string; extensions: Record<string, unknown> }[] };
  if (!errors) throw new Error(`No errors but ${response.body}`);
  return errors;
}

/** The data of an operation that must succeed. */
export async function dataOf<Data>(
  client: Client,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Data> {
  const { status, json, body } = await queryGraphql(client, query, variables);
  if (status !== 200 || 'errors' in (json as object)) throw new Error(`No data but ${status} ${body}`);
  return (json as { data: Data }).data;
}
