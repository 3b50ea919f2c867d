import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Source } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { FileCache, RoundCache } from '../../../../src/gateway/document/FileCache.ts';
import { DiagnosticCollector, fileDiagnostic } from '../../../../src/gateway/errors/Diagnostic.ts';
import { withFolder } from './support/withFolder.ts';

/** The text of a file; a file with a question mark is reported. */
const readText = ({ body, name }: Source, diagnostics: DiagnosticCollector) => {
  if (body.includes('?')) diagnostics.add(fileDiagnostic(name, 'It is not certain.', ''));
  return { body };
};

describe('FileCache', () => {
  test('a file is read again when its text has changed, and its diagnostics are reported each time', () => {
    withFolder({ a: 'one?', b: 'two' }, (folder) => {
      const read = vi.fn<typeof readText>(readText);
      const files = new FileCache();
      const readAll = () => {
        const diagnostics = new DiagnosticCollector();
        const contents = ['a', 'b'].map((name) => files.read(path.join(folder, name), read, diagnostics));
        files.endRound();
        const messages = diagnostics.diagnostics.map(({ file, message }) => `${path.basename(file)}: ${message}`);
        return { contents, messages };
      };
      const first = readAll();
      expect(first).toEqual({ contents: [{ body: 'one?' }, { body: 'two' }], messages: ['a: It is not certain.'] });
      const second = readAll();
      expect(second).toEqual(first);
      expect(second.contents[0]).toBe(first.contents[0]);
      expect(read).toHaveBeenCalledTimes(2);

      writeFileSync(path.join(folder, 'a'), 'one!');
      expect(readAll()).toEqual({ contents: [{ body: 'one!' }, { body: 'two' }], messages: [] });
      expect(read).toHaveBeenCalledTimes(3);
      writeFileSync(path.join(folder, 'a'), 'one?');
      expect(readAll()).toEqual(first);
      expect(read).toHaveBeenCalledTimes(4);
    });
  });

  test('a file that a round did not read is dropped', () => {
    withFolder({ a: 'one' }, (folder) => {
      const read = vi.fn<typeof readText>(readText);
      const files = new FileCache();
      const readA = () => files.read(path.join(folder, 'a'), read, new DiagnosticCollector());
      readA();
      files.endRound();
      files.endRound();
      readA();
      expect(read).toHaveBeenCalledTimes(2);
    });
  });
});

const any = () => true;

describe('RoundCache', () => {
  test('an entry is found in the round that adds it, and in each further one that used it in the round before', () => {
    const cache = new RoundCache<string, number>();
    expect(cache.find('a', any)).toBeUndefined();
    cache.add('a', 1);
    for (let round = 0; round < 3; round++) {
      expect(cache.find('a', any)).toBe(1);
      expect(cache.find('a', any)).toBe(1);
      cache.endRound();
    }
  });

  test('an entry that a round does not use is dropped', () => {
    const cache = new RoundCache<string, number>();
    cache.add('a', 1);
    cache.add('b', 2);
    cache.endRound();
    expect(cache.find('a', any)).toBe(1);
    cache.endRound();
    expect(cache.find('b', any)).toBeUndefined();
    expect(cache.find('a', any)).toBe(1);
    cache.endRound();
    cache.endRound();
    expect(cache.find('a', any)).toBeUndefined();
  });

  test('of several entries of a key, the valid one is found, and only that is kept', () => {
    const cache = new RoundCache<string, number>();
    cache.add('a', 1);
    cache.add('a', 2);
    expect(cache.find('a', (entry) => entry === 2)).toBe(2);
    expect(cache.find('a', (entry) => entry === 3)).toBeUndefined();
    cache.endRound();
    expect(cache.find('a', (entry) => entry === 2)).toBe(2);
    cache.endRound();
    expect(cache.find('a', (entry) => entry === 1)).toBeUndefined();
  });
});
