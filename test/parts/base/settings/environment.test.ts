import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { oneOf, parseEnvironment, text, wholeNumber } from '../../../../src/gateway/base/settings/environment.ts';

const schema = z.object({ PORT: wholeNumber(0, 9).default(4), SIZE: wholeNumber(0, 9).optional() });

describe('parseEnvironment', () => {
  test('returns the data, and the variables that have a value', () => {
    expect(parseEnvironment(schema, { PORT: '', SIZE: '2', OTHER: 'x', GONE: undefined })).toEqual({
      data: { PORT: 4, SIZE: 2 },
      problems: [],
      given: { SIZE: '2', OTHER: 'x' },
    });
  });

  test('returns a sentence for each invalid variable, and no data', () => {
    const { data, problems } = parseEnvironment(schema, { PORT: 'x', SIZE: '10' });
    expect(data).toBeUndefined();
    expect(problems).toEqual([
      'PORT must be a whole number from 0 to 9, not "x".',
      'SIZE must be a whole number from 0 to 9, not "10".',
    ]);
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

const letter = text({ pattern: /^[a-z]$/, message: 'must be a letter' });

describe('variables', () => {
  test.each([
    [wholeNumber(1, 10), '1', 1],
    [wholeNumber(1, 10), '10', 10],
    [oneOf('on', 'off'), 'off', 'off'],
    [letter, 'a', 'a'],
  ] as const)('a valid value becomes %#', (variable, value, expected) => {
    expect(variable.parse(value)).toBe(expected);
  });

  test.each([
    [wholeNumber(1, 10), '0', 'must be a whole number from 1 to 10, not "0"'],
    [wholeNumber(1, 10), '11', 'must be a whole number from 1 to 10, not "11"'],
    [wholeNumber(1, 10), '1.0', 'must be a whole number from 1 to 10, not "1.0"'],
    [wholeNumber(1, 10), ' 1', 'must be a whole number from 1 to 10, not " 1"'],
    [oneOf('on', 'off'), 'On', 'must be on or off, not "On"'],
    [oneOf('a', 'b', 'c'), 'd', 'must be a, b or c, not "d"'],
    [letter, 'ab', 'must be a letter, not "ab"'],
  ] as const)('%# refuses "%s"', (variable, value, message) => {
    expect(variable.safeParse(value).error?.issues).toEqual([expect.objectContaining({ message })]);
  });
});
