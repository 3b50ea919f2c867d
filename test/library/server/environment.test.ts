import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { oneOf, parseEnvironment } from '../../../src/gateway/server.ts';

const schema = z.object({ MODE: oneOf('on', 'off').default('on'), SIZE: oneOf('a', 'b', 'c').optional() });

describe('parseEnvironment', () => {
  test('returns the data, and the variables that have a value', () => {
    expect(parseEnvironment(schema, { MODE: '', SIZE: 'b', OTHER: 'x', GONE: undefined })).toEqual({
      data: { MODE: 'on', SIZE: 'b' },
      problems: [],
      given: { SIZE: 'b', OTHER: 'x' },
    });
  });

  test('returns a sentence for each invalid variable, and no data', () => {
    const { data, problems } = parseEnvironment(schema, { MODE: 'On', SIZE: 'd' });
    expect(data).toBeUndefined();
    expect(problems).toEqual(['MODE must be on or off, not "On".', 'SIZE must be a, b or c, not "d".']);
  });
});

describe('a secret', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let created = 0;
  const fileOf = (content: string) => {
    const file = path.join(folder, `secret-${created++}`);
    writeFileSync(file, content);
    return file;
  };
  const secret = z.object({ SECRET: z.string().min(3, 'must be longer').optional() });
  const read = (env: Record<string, string>) => parseEnvironment(secret, env, ['SECRET']);

  test.each([
    ['hunter2\n', 'hunter2'],
    ['hunter2\r\n', 'hunter2'],
    [' two\nlines\n\n', ' two\nlines\n'],
    ['x'.repeat(65_536), 'x'.repeat(65_536)],
  ])('is the text %j of a file without its last line break', (content, SECRET) => {
    expect(read({ SECRET_FILE: fileOf(content) })).toMatchObject({ data: { SECRET }, problems: [] });
  });

  test('is checked as one of the environment', () => {
    expect(read({ SECRET_FILE: fileOf('a') })).toMatchObject({ problems: ['SECRET must be longer.'] });
  });

  test.each([
    [
      { SECRET: 'hunter2', SECRET_FILE: '/nowhere' },
      'SECRET and SECRET_FILE cannot be combined; set only one of them.',
    ],
    [{ SECRET_FILE: '/nowhere' }, /^SECRET_FILE must be a file that can be read: ENOENT: .*'\/nowhere'\.$/],
    [
      { SECRET_FILE: '/dev/zero' },
      'SECRET_FILE must be a file that can be read: it has more than 65536 bytes: /dev/zero.',
    ],
    [
      { SECRET_FILE: fileOf('x'.repeat(65_537)) },
      /^SECRET_FILE must be a file .* it has more than 65536 bytes: \S+\.$/,
    ],
    [{ SECRET_FILE: fileOf('\n') }, /^SECRET_FILE must not be an empty file: \S+\.$/],
  ])('%j is refused', (env, problem) => {
    const { data, problems } = read(env);
    expect([data, problems]).toEqual([undefined, [expect.stringMatching(problem)]]);
  });

  test('is read from a file for the variables that are secrets alone', () => {
    expect(parseEnvironment(secret, { SECRET_FILE: '/nowhere' })).toMatchObject({ data: {}, problems: [] });
  });
});
