import { rmSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { compileApi } from '../../../../src/gateway/compile/compileApi.ts';
import { renderChanges } from '../../../../src/gateway/describe/contracts/changes/renderChanges.ts';
import { SDL, files } from '../../../library/facade/support/deprecatedParts.ts';
import { folderOf } from '../../../vocabulary/support/toy.ts';

test('the page of changes lists them with the endpoints that have them', () => {
  const folder = folderOf(Object.fromEntries(Object.entries(files).map(([name, text]) => [`v1/${name}`, text])));
  const page = renderChanges(compileApi(folder, buildSchema(SDL)));
  rmSync(folder, { recursive: true });
  expect(page.slice(page.indexOf('## Deprecations'))).toBe(`## Deprecations

- Version 1: deprecated since 2026-10-01, ends on 2026-12-01: \`POST /items\`.
- Version 1, \`POST /items\`: parameter \`sku\`: Since 2026-08-01.
- Version 1, \`POST /items\`, \`PUT /items/{id}\`: parameter \`parts.weight\`: Use size.
- Version 1, \`POST /items\`: parameter \`note\`: Until 2026-09-01.
- Version 1, \`GET /plain/{id}\`, \`GET /items/{slug}\`, \`GET /items\`: field \`price\`: Use cost. Removal on 2027-03-01 UTC.
- Version 1, \`GET /items/{slug}\`: parameter \`slug\`: No longer supported
- Version 1, \`GET /owners/{id}\`: field \`owner\`: Since 2026-06-01.
- Version 1, \`GET /items\`: parameter \`sort\`: Use order. Since 2026-05-01, until 2027-01-31.
- Version 1, \`GET /items\`: field \`contact\`: Use owner. Since 2026-07-01.
- Version 1, \`GET /items\`: field \`contact.email\`: Since 2026-06-01.
- Version 1, \`GET /items\`: field \`old\`: Nobody reads it.
- Version 1, \`GET /pages\`: parameter \`X-Lang\`: Since 2026-13-01.
- Version 1, \`GET /pages\`: field \`meta.price\`: Use cost. Removal on 2027-03-01 UTC.
- Version 1, \`PUT /items/{id}\`: parameter \`meta.sku\`: Since 2026-08-01.
`);
});
