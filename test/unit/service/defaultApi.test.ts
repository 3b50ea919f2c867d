import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describeOpenApi } from '../../../src/gateway/cli/describeOpenApi.ts';
import { readApi } from '../../../src/gateway/cli/project/readApi.ts';
import { readSettings } from '../../../src/gateway/config/readSettings.ts';
import { defaultApi } from '../../../src/service/defaultApi.ts';
import { composeService } from '../../../src/service/composeService.ts';

test('is the API that the service serves', async () => {
  const settings = readSettings({});
  const api = await readApi(defaultApi, settings);
  expect([...describeOpenApi(api, settings)]).toEqual([...composeService(settings).rest.openApi]);
});

test('has its contracts in this repository', () => {
  expect(existsSync(path.join(defaultApi.root, 'contracts/openapi.json'))).toBe(true);
});

test('has a folder of versions', () => {
  expect(readdirSync(defaultApi.endpoints)).toEqual(expect.arrayContaining(['conventions.json', 'v1', 'v2']));
});

test('names the API in the contact', () => {
  expect(defaultApi.createPublisher({ apiName: 'acme' })).toEqual({
    contact: { name: 'The maintainers of acme' },
    license: { name: 'MIT', identifier: 'MIT' },
  });
});
