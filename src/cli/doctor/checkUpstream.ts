import type { Settings } from '../../gateway/base/settings/Settings.ts';
import { introspectUpstream } from '../../gateway/execute/remote/introspectUpstream.ts';
import { pingUpstream } from '../../gateway/execute/remote/postGraphql.ts';
import { readSchemaFile } from '../../gateway/execute/remote/readSchemaFile.ts';
import { loadPlan } from '../../gateway/compile/loadPlan.ts';
import { findMisfits } from '../../gateway/plan/coordinates.ts';
import type { FacadeOptions } from '../../gateway/serve/startFacade.ts';
import { Warning } from './Check.ts';

/** Whether the upstream responds, and has the schema that the endpoints were compiled for. */
export async function checkUpstream(
  { upstreamMaxBytes, auth }: Pick<Settings, 'upstreamMaxBytes' | 'auth'>,
  { upstream, schema: file, source }: FacadeOptions,
): Promise<string> {
  const live = introspectUpstream(upstream, upstreamMaxBytes);
  if (file === undefined) {
    loadPlan(source, await live);
    return 'It responds, and its schema fits the endpoints.';
  }
  const { coordinates } = loadPlan(source, readSchemaFile({ file, access: auth.key.kind !== 'local' }));
  const schema = await live.catch(() => undefined);
  if (!schema) {
    await pingUpstream(upstream);
    throw new Warning(`It responds, but cannot be introspected: its schema was not compared with ${file}.`);
  }
  const misfits = findMisfits({ coordinates: withoutAccess(coordinates) }, schema);
  if (misfits.length === 0) return `It responds, and its schema fits the endpoints as ${file} does.`;
  throw new Error(
    [`Its schema is not that of ${file}; get its schema again, and run portico check.`, ...misfits.slice(0, 20)].join(
      '\n',
    ),
  );
}

/** Definitions without what introspection does not have. */
function withoutAccess(coordinates: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(coordinates).map(([name, text]) => [
    name,
    text.replace(/ @(?:authenticated|requiresScopes).*$/, ''),
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}
