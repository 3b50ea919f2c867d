import { type HttpRequest, createHttpClient } from './sendRequests.ts';

/** Sends one request and parses the body of its response. */
export async function readJson<Body>({ origin }: { origin: string }, request: HttpRequest): Promise<Body> {
  const client = createHttpClient(origin, 1);
  try {
    return JSON.parse(String(await client.send(request))) as Body;
  } finally {
    client.close();
  }
}
