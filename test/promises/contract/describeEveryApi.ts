import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { compileApi } from '../../../src/gateway/compile/compileApi.ts';
import { describeApi } from '../../../src/gateway/describe/openapi/describeApi.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The folders of the APIs, each with a schema and endpoint documents, by name. */
const APIS = new Map([
  ...readdirSync(`${root}examples`)
    // The recipes for hosts have their documents in their READMEs, the schema of GitHub is a package, and an issuer has none.
    .filter((name) => name !== 'hosts' && name !== 'github' && name !== 'oidc')
    .map((name) => [name, `${root}examples/${name}`] as const),
  ['everyWord', fileURLToPath(new URL('everyWord', import.meta.url))],
]);

/** The OpenAPI documents of every API of the examples and of the one with every word, by the name of their file. */
export const documents = new Map(
  [...APIS].flatMap(([apiName, folder]) => {
    const plan = compileApi(`${folder}/endpoints`, buildSchema(readFileSync(`${folder}/schema.graphql`, 'utf8')));
    // The document of one version and that of the unversioned paths are the same but for their media types.
    const versioning = plan.versions.length === 1 ? 'header' : 'both';
    const api = { defaultVersion: 1, ...plan.api, name: apiName, versioning } as const;
    const described = describeApi({ ...plan, api }, { basePath: '' });
    return [...described].map(([path, document]) => [`${apiName}${path.replaceAll('/', '.')}`, document] as const);
  }),
);
