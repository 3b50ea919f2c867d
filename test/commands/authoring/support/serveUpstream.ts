// A GraphQL API for `init` and `dev`: it responds what a test says, and keeps what it received.
import { onTestFinished } from 'vitest';
import { playFixtures } from '../../cli/replay/support/playFixtures.ts';

/** Serves it until the end of the test. A text is sent as it is, anything else as JSON. */
export async function serveUpstream(respond: (query: string) => unknown, status = 200) {
  const post = (body: string) => ({ status, body: respond((JSON.parse(body) as { query: string }).query) });
  const { origin, received, close } = await playFixtures({
    'POST /graphql': post,
    'POST /graphql?key=s3cret': post,
    'POST /': post,
  });
  onTestFinished(close);
  return { url: `${origin}/graphql`, received };
}
