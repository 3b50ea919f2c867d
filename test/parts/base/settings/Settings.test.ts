import { expect, test } from 'vitest';
import { SettingsError } from '../../../../src/gateway/base/settings/Settings.ts';

test('has a line for each problem', () => {
  const problems = ['PORT is invalid.', 'HOST is invalid.'];
  expect(new SettingsError(problems)).toMatchObject({ problems, message: 'PORT is invalid.\nHOST is invalid.' });
});
