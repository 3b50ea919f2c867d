import { expect, test } from 'vitest';
import { renderFile } from '../../../src/gateway/serve/docs/site.ts';
import { respondWithFile } from '../../../src/gateway/serve/readOnlyReplies.ts';

test('a file is compressed once for each coding', async () => {
  const render = () => renderFile('css', 'a'.repeat(5000));
  const file = render();
  const bodyOf = async (from: typeof file, coding: string) =>
    (await respondWithFile(from, 'GET', { 'accept-encoding': coding })).body;
  const [first, second] = await Promise.all([1, 2].map(() => bodyOf(file, 'gzip')));
  expect(second).toBe(first);
  expect(await bodyOf(file, 'br')).not.toBe(first);
  expect(await bodyOf(render(), 'gzip')).not.toBe(first);
});
