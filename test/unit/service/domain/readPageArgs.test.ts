import { expect, test } from 'vitest';
import { encodeListCursor } from '../../../../src/service/domain/cursor.ts';
import { type ListArguments, readPageArgs } from '../../../../src/service/domain/readPageArgs.ts';
import { problemsOf } from './support/problemsOf.ts';

const after = encodeListCursor('users', 7);

test.each<[string, ListArguments, ReturnType<typeof readPageArgs>]>([
  ['nothing', {}, { after: -1, offset: 0, first: 20 }],
  ['nulls', { first: null, after: null, offset: null }, { after: -1, offset: 0, first: 20 }],
  ['the least first', { first: 1 }, { after: -1, offset: 0, first: 1 }],
  ['the greatest first', { first: 100 }, { after: -1, offset: 0, first: 100 }],
  ['an offset', { offset: 40, first: 10 }, { after: -1, offset: 40, first: 10 }],
  ['a cursor', { after }, { after: 7, offset: 0, first: 20 }],
])('reads %s', (_, given, page) => {
  expect(readPageArgs('users', given)).toEqual(page);
});

const FIRST = { field: 'first', message: 'must be between 1 and 100' };
const AFTER = { field: 'after', message: 'must be a cursor of this list' };
const OFFSET = { field: 'offset', message: 'cannot be combined with after' };

test.each<[string, ListArguments, object[]]>([
  ['a first of 0', { first: 0 }, [FIRST]],
  ['a negative first', { first: -1 }, [FIRST]],
  ['a first of 101', { first: 101 }, [FIRST]],
  ['an empty cursor', { after: '' }, [AFTER]],
  ['a cursor of another list', { after: encodeListCursor('orders', 7) }, [AFTER]],
  ['a cursor with an offset', { after, offset: 0 }, [OFFSET]],
  ['everything at once', { first: 0, after: 'x', offset: 1 }, [FIRST, AFTER, OFFSET]],
])('refuses %s', (_, given, problems) => {
  expect(problemsOf(() => readPageArgs('users', given))).toEqual(problems);
});
