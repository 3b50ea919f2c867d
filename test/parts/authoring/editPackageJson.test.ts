import { describe, expect, test } from 'vitest';
import { createPackageJson, editPackageJson, insertProperty } from '../../../src/authoring/init/editPackageJson.ts';

const NEEDS = {
  scripts: { dev: 'portico dev', check: 'portico check', contracts: 'portico contracts' },
  dependency: { name: 'portico', range: '^0.2.0' },
};

/** Whether the text is the longer one without some of its characters. */
function isSubsequence(text: string, longer: string): boolean {
  let at = 0;
  for (const character of longer) if (character === text[at]) at++;
  return at === text.length;
}

describe('editPackageJson', () => {
  test('a new one is private, and has scripts and the dependency', () => {
    expect(JSON.parse(createPackageJson(NEEDS))).toEqual({
      private: true,
      type: 'module',
      scripts: NEEDS.scripts,
      dependencies: { portico: '^0.2.0' },
    });
  });

  describe('an existing one', () => {
    test('keeps its formatting, and its scripts of the same names', () => {
      const text = `{\n\t"name": "x",  "keywords": [ "a","b"],\n\t"scripts": {\n\t\t"dev":"vite"\n\t},\n\n\t"dependencies": {\n\t\t"a": "1",\n\t\t"z" : "2"\n\t}\n}`;
      expect(editPackageJson(text, NEEDS)).toBe(
        `{\n\t"name": "x",  "keywords": [ "a","b"],\n\t"scripts": {\n\t\t"dev": "vite",\n\t\t"rest:dev": "portico dev",\n\t\t"check": "portico check",\n\t\t"contracts": "portico contracts"\n\t},\n\n\t"dependencies": {\n\t\t"a": "1",\n\t\t"portico": "^0.2.0",\n\t\t"z" : "2"\n\t}\n}`,
      );
    });

    test.each([
      ['four spaces and CRLF', '{\r\n    "scripts": { "a": "b" }\r\n}\r\n'],
      ['one line', '{"name":"x","scripts":{"dev":"a","rest:dev":"b"},"version":"1.0.0"}'],
      ['no property', '{}'],
      ['a byte order mark', '\uFEFF{\n  "name": "b"\n}\n'],
      ['empty sections', '{\n  "scripts": {},\n  "dependencies": {}\n}\n'],
    ])('of %s only grows', (_, text) => {
      const edited = editPackageJson(text, NEEDS);
      expect(isSubsequence(text, edited)).toBe(true);
      expect(edited.includes('\r\n') && /[^\r]\n/.test(edited)).toBe(false);
      const { scripts, dependencies } = JSON.parse(edited.replace('\uFEFF', ''));
      expect(scripts).toMatchObject({ check: 'portico check', contracts: 'portico contracts' });
      expect(dependencies).toEqual({ portico: '^0.2.0' });
    });

    test('stays as it is where it has everything, under any name and in any section', () => {
      const content = {
        scripts: { start: 'portico dev', check: 'portico check', c: 'portico contracts' },
        devDependencies: { portico: '*' },
      };
      const text = JSON.stringify(content);
      expect(editPackageJson(text, NEEDS)).toBe(text);
    });

    test.each([
      ['{', 'package.json is not valid JSON: '],
      ['[]', 'package.json must be a JSON object.'],
    ])('is refused: %s', (text, message) => {
      expect(() => editPackageJson(text, NEEDS)).toThrow(message);
    });
  });
});

describe('insertProperty', () => {
  test.each([
    ['into an empty object', '{\n}', ['n'], '{\n  "n": 1\n}'],
    ['behind the last property', '{\n  "a": 0\n}', ['n'], '{\n  "a": 0,\n  "n": 1\n}'],
    ['before a greater one', '{ "a": 0, "z": 2 }', ['n'], '{ "a": 0,"n": 1, "z": 2 }'],
    ['before the first one', '{\n\t"z": 2\n}', ['n'], '{\n\t"n": 1,\n\t"z": 2\n}'],
    ['into an object that is missing', '{\n\t"a": 1\n}', ['o', 'n'], '{\n\t"a": 1,\n\t"o": {\n\t\t"n": 1\n\t}\n}'],
    ['into an empty object below', '{\n\t"o": {}\n}', ['o', 'n'], '{\n\t"o": {\n\t\t"n": 1\n\t}\n}'],
    [
      'into an object below',
      '{\n  "k": [ 1,2 ],\n  "o": {\n    "a": 0\n  }\n}',
      ['o', 'n'],
      '{\n  "k": [ 1,2 ],\n  "o": {\n    "a": 0,\n    "n": 1\n  }\n}',
    ],
  ])('%s', (_, text, path, expected) => {
    expect(insertProperty(text, path, 1, (name) => name > 'n')).toBe(expected);
  });
});
