import type { Settings } from '../../gateway/config/Settings.ts';

/** What a person can paste after the start: never a token itself, for what is printed here ends up in logs. */
export function firstSteps(
  { auth, versioning }: Settings,
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const products = quoted(`${url}${versioning === 'header' ? '' : '/v1'}/products?limit=3`);
  const folder = env['DATA_DIR'] ? `DATA_DIR=${quoted(env['DATA_DIR'])} ` : '';
  const token = auth.key.kind === 'local' ? `$(${folder}npm exec -- portico token --scope products:read)` : '$TOKEN';
  return [
    `Portico is ready at ${url}`,
    '',
    auth.key.kind === 'local' ? 'Try it from this folder:' : 'Try it with a token of your issuer:',
    `  curl -H "Authorization: Bearer ${token}" ${products}`,
    '',
    `GraphQL is at ${url}/graphql, with the same tokens; ${url}/docs tells of every endpoint.`,
    '',
  ].join('\n');
}

/** One word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
