import { expect, test } from 'vitest';
import type { OpenApiSettings } from '../../../../../src/gateway/describe/openapi/OpenApiSettings.ts';
import { describeOperations } from '../../../../../src/gateway/describe/openapi/describeOperations.ts';
import { versionDocument } from '../../../../../src/gateway/describe/openapi/versionDocument.ts';
import { endpointPlan, versionPlan } from '../support/plans.ts';

const SETTINGS: OpenApiSettings = { apiName: 'toy', basePath: '/api', defaultVersion: 1, versioning: 'both' };

const documentOf = (settings: Partial<OpenApiSettings> = {}) =>
  versionDocument(describeOperations(versionPlan({ number: 2, endpoints: [endpointPlan()] })), {
    ...SETTINGS,
    ...settings,
  });

test('has the paths below the base path and the version', () => {
  expect(documentOf()).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'toy', version: '2' },
    servers: [{ url: '/api/v2' }],
    paths: { '/books': { get: { operationId: 'getBooks', security: [{ bearer: [] }] } } },
  });
});

test.each<[versioning: OpenApiSettings['versioning'], types: string[]]>([
  ['both', ['application/json', 'application/vnd.toy.v2+json']],
  ['path', ['application/json']],
])('has with versioning by %s the media types %j', (versioning, types) => {
  const { paths } = documentOf({ versioning }) as unknown as {
    paths: Record<string, { get: { responses: Record<string, { content: object }> } }>;
  };
  expect(Object.keys(paths['/books']!.get.responses['200']!.content)).toEqual(types);
});

test('has the credentials that each endpoint requires', () => {
  const endpoints = (['NONE', 'OPTIONAL', 'REQUIRED'] as const).map((auth) =>
    endpointPlan({ auth, name: auth, path: `/${auth}` }),
  );
  expect(versionDocument(describeOperations(versionPlan({ endpoints })), SETTINGS)).toMatchObject({
    info: {
      description: expect.stringContaining(
        'Requests carry `Authorization: Bearer <token>` where an endpoint requires it; every endpoint names the scopes',
      ),
    },
    paths: {
      '/NONE': { get: { security: [] } },
      '/OPTIONAL': { get: { security: [{}, { bearer: [] }] } },
      '/REQUIRED': { get: { security: [{ bearer: [] }] } },
    },
  });
});

test('has no credentials where none are required', () => {
  const document = documentOf({ open: true });
  expect(document).toMatchObject({ paths: { '/books': { get: { security: [] } } } });
  expect(document['components']).not.toHaveProperty('securitySchemes');
});
