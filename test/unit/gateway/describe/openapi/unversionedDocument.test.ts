import { expect, test } from 'vitest';
import type { OpenApiSettings } from '../../../../../src/gateway/describe/openapi/OpenApiSettings.ts';
import { ref } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import { describeOperations } from '../../../../../src/gateway/describe/openapi/describeOperations.ts';
import { unversionedDocument } from '../../../../../src/gateway/describe/openapi/unversionedDocument.ts';
import { endpointPlan, leaf, object, versionPlan } from '../support/plans.ts';

const SETTINGS: OpenApiSettings = { apiName: 'toy', basePath: '', defaultVersion: 1, versioning: 'both' };

interface Document {
  info: { version: string; description: string };
  servers: unknown;
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, { content: object }> }>>;
}

/** The document of versions 1, 2 and so on with these endpoints. */
function documentOf(
  versions: readonly Parameters<typeof endpointPlan>[0][][],
  settings: Partial<OpenApiSettings> = {},
): Document {
  const all = versions.map((endpoints, index) =>
    versionPlan({ number: index + 1, endpoints: endpoints.map(endpointPlan) }),
  );
  return unversionedDocument(all.map(describeOperations), { ...SETTINGS, ...settings }) as unknown as Document;
}

const withTitle = { body: object('Book', { title: leaf('String!') }, { component: 'Book' }) };
const withName = { body: object('Book', { name: leaf('String!') }, { component: 'Book' }) };

test.each<[defaultVersion: number, content: object]>([
  [
    1,
    {
      'application/json': { schema: ref('Book') },
      'application/vnd.toy.v1+json': { schema: ref('Book') },
      'application/vnd.toy.v2+json': { schema: ref('BookV2') },
    },
  ],
  [
    2,
    {
      'application/json': { schema: ref('Book') },
      'application/vnd.toy.v2+json': { schema: ref('Book') },
      'application/vnd.toy.v1+json': { schema: ref('BookV1') },
    },
  ],
])(
  'has the responses of each version under its media type, by default those of version %i',
  (defaultVersion, content) => {
    const { paths, info, servers } = documentOf([[withTitle], [withName]], { defaultVersion });
    expect(paths['/books']!['get']!.responses['200']!.content).toEqual(content);
    expect(info.version).toBe(String(defaultVersion));
    expect(info.description).toContain(
      `\`Accept\` chooses the version: \`application/vnd.toy.v1+json\`, \`application/vnd.toy.v2+json\`; without one of these, it is version ${defaultVersion}.`,
    );
    expect(servers).toEqual([{ url: '/' }]);
  },
);

test('an operation requires credentials only where each version does', () => {
  const securityOf = (...auths: ('NONE' | 'OPTIONAL' | 'REQUIRED')[]) =>
    documentOf(auths.map((auth) => [{ auth }])).paths['/books']!['get'];
  expect(securityOf('REQUIRED', 'NONE')).toMatchObject({ security: [{}, { bearer: [] }] });
  expect(securityOf('NONE', 'NONE')).toMatchObject({ security: [] });
});

test('an endpoint that has moved in a later version has an operation id of its own', () => {
  const { paths } = documentOf([[{ path: '/books' }], [{ path: '/volumes' }]]);
  expect(Object.entries(paths).map(([path, { get }]) => [path, get!.operationId])).toEqual([
    ['/books', 'getBooks'],
    ['/volumes', 'getBooksV2'],
  ]);
});
