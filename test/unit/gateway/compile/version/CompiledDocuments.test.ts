import { type FragmentDefinitionNode, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { VersionReads } from '../../../../../src/gateway/compile/version/CompiledDocuments.ts';
import { DEFAULT_CONVENTIONS } from '../../../../../src/gateway/conventions/defaultConventions.ts';
import type { SharedDefinitions } from '../../../../../src/gateway/document/Version.ts';

const fragment = (name: string) => parse(`fragment ${name} on Book { id }`).definitions[0] as FragmentDefinitionNode;
const [a, b] = [fragment('A'), fragment('B')];
const version = { conventions: DEFAULT_CONVENTIONS, shapes: new Map([['A', a]]), lookups: new Map() };

describe('what was read', () => {
  test.each<
    [what: string, read: (of: SharedDefinitions) => unknown, changed: Partial<SharedDefinitions>, same: boolean]
  >([
    ['nothing, of other shapes', () => {}, { shapes: new Map() }, true],
    ['nothing, under other conventions', () => {}, { conventions: { ...DEFAULT_CONVENTIONS, nulls: 'omit' } }, true],
    [
      'a convention that changed',
      ({ conventions }) => conventions.nulls,
      { conventions: { ...DEFAULT_CONVENTIONS, nulls: 'omit' } },
      false,
    ],
    [
      'a convention, and another one changed',
      ({ conventions: { page } }) => page.max,
      { conventions: { ...DEFAULT_CONVENTIONS, nulls: 'omit' } },
      true,
    ],
    [
      'a part of a convention that changed elsewhere',
      ({ conventions: { page } }) => page.max,
      { conventions: { ...DEFAULT_CONVENTIONS, page: { ...DEFAULT_CONVENTIONS.page, default: 7 } } },
      false,
    ],
    [
      'all conventions, of which one changed',
      ({ conventions }) => ({ ...conventions }),
      { conventions: { ...DEFAULT_CONVENTIONS, nulls: 'omit' } },
      false,
    ],
    [
      'a shape, and another one was added',
      ({ shapes }) => shapes.get('A'),
      {
        shapes: new Map([
          ['B', b],
          ['A', a],
        ]),
      },
      true,
    ],
    ['a shape that changed', ({ shapes }) => shapes.get('A'), { shapes: new Map([['A', fragment('A')]]) }, false],
    ['a shape that was removed', ({ shapes }) => shapes.get('A'), { shapes: new Map() }, false],
    ['no shape, which still is none', ({ shapes }) => shapes.get('B'), { lookups: new Map() }, true],
    [
      'no shape, which there is now',
      ({ shapes }) => shapes.get('B'),
      {
        shapes: new Map([
          ['A', a],
          ['B', b],
        ]),
      },
      false,
    ],
    [
      'the names, of which there is another one',
      ({ shapes }) => shapes.keys(),
      {
        shapes: new Map([
          ['A', a],
          ['B', b],
        ]),
      },
      false,
    ],
    ['the names, of other shapes', ({ shapes }) => shapes.keys(), { shapes: new Map([['A', fragment('A')]]) }, true],
    ['no lookup, of other shapes', ({ lookups }) => lookups.get('A'), { shapes: new Map() }, true],
  ])('%s', (_, read, changed, isSame) => {
    const reads = new VersionReads();
    read(reads.track(version));
    expect(reads.areSameIn(version)).toBe(true);
    expect(reads.areSameIn({ ...version, ...changed })).toBe(isSame);
  });

  test('is what the version has', () => {
    const { shapes, lookups, conventions } = new VersionReads().track(version);
    expect([shapes.get('A'), shapes.get('B'), [...shapes.keys()], [...lookups.keys()]]).toEqual([
      a,
      undefined,
      ['A'],
      [],
    ]);
    expect(conventions).toEqual(DEFAULT_CONVENTIONS);
  });
});
