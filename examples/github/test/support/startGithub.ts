// The stub of GitHub, and the built program in front of it, as a migration would run it.
import { fileURLToPath } from 'node:url';
import { startProgram } from '../../../../test/promises/support/startProgram.ts';
import { SCHEMA_FILE, startUpstream } from '../../upstream.ts';

/** The options of `portico` that name this API. */
export const API = ['--schema', SCHEMA_FILE, '--endpoints', fileURLToPath(new URL('../../endpoints', import.meta.url))];

/** Starts both. */
export async function startGithub() {
  const upstream = await startUpstream(0);
  const program = await startProgram({ AUTH_SECRET: '' }, '--upstream', upstream.url.href, ...API);
  return {
    /** The origin of the API, without a slash at the end. */
    url: program.client.url.origin,
    received: upstream.received,
    async close() {
      await program.end('SIGTERM');
      await upstream.close();
    },
  };
}
