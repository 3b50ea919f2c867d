import { expect, test } from 'vitest';
import { createDatabaseMode } from '../../../../src/service/cli/createDatabaseMode.ts';
import { readServiceSettings } from '../../../../src/service/config/readServiceSettings.ts';

test('the embedded database is for one process', () => {
  expect(createDatabaseMode(readServiceSettings({}))).toEqual({
    singleProcess: expect.stringMatching(/^requires DATABASE_URL: /),
  });
});

test('a server is prepared for several processes', () => {
  expect(createDatabaseMode(readServiceSettings({ DATABASE_URL: 'postgres://db/shop' }))).toEqual({
    prepare: expect.any(Function),
  });
});
