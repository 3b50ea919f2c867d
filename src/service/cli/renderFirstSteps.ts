import type { Environment } from '../../gateway/config/parseEnvironment.ts';
import type { Settings } from '../../gateway/config/Settings.ts';

/** The greeting of the service: commands to try it. It never contains a token, as it may end up in logs. */
export function renderFirstSteps({ auth, versioning }: Settings, url: string, env: Environment): string {
  const products = quote(`${url}${versioning === 'header' ? '' : '/v1'}/products?limit=3`);
  const folder = env['DATA_DIR'] ? `DATA_DIR=${quote(env['DATA_DIR'])} ` : '';
  const token = auth.key.kind === 'local' ? `$(${folder}npm exec -- portico token --scope products:read)` : '$TOKEN';
  return [
    `Portico is ready at ${url}`,
    '',
    auth.key.kind === 'local' ? 'Try it in this folder:' : 'Try it with a token of your issuer:',
    `  curl -H "Authorization: Bearer ${token}" ${products}`,
    '',
    `GraphQL is at ${url}/graphql, with the same tokens. The API reference is at ${url}/docs`,
    '',
  ].join('\n');
}

/** Quotes a text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
