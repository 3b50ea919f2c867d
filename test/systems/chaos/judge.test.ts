import { describe, expect, test } from 'vitest';
import { CHANGED, CREATED, type History, type Outcome, type StoredRow } from './History.ts';
import { isClean, judge, judgeCounter, type Verdict } from './judge.ts';

const A: Outcome = 'acknowledged';
const R: Outcome = 'refused';
const U: Outcome = 'unknown';

const CLEAN = { lost: 0, doubled: 0, halfWritten: 0, refusedButFound: 0 };

const userWith = (...outcomes: Outcome[]): History => ({ number: 7, kind: 'user', isKeyed: false, outcomes });
const row = (state: StoredRow['state']): StoredRow => ({ number: 7, kind: 'user', state });

describe('what is allowed', () => {
  test.each<[string, History, StoredRow[], number]>([
    ['an acknowledged creation that is there', userWith(A), [row(CREATED)], 1],
    ['a refused creation that is not there', userWith(R), [], 0],
    ['an unknown creation that is there', userWith(U), [row(CREATED)], 1],
    ['an unknown creation that is not there', userWith(U), [], 0],
    ['an acknowledged change', userWith(A, A), [row(CHANGED)], 2],
    ['a refused change', userWith(A, R), [row(CREATED)], 1],
    ['an unknown change that took effect', userWith(A, U), [row(CHANGED)], 2],
    ['an unknown change without effect', userWith(A, U), [row(CREATED)], 1],
    ['an acknowledged deletion', userWith(A, A, A), [], 3],
    ['a refused deletion', userWith(A, A, R), [row(CHANGED)], 2],
    ['an unknown deletion that took effect', userWith(A, A, U), [], 3],
    ['an unknown deletion without effect', userWith(A, A, U), [row(CHANGED)], 2],
    ['a history without a write', userWith(), [], 0],
  ])('%s', (_, history, rows, found) => {
    const verdict = judge([history], rows);
    expect(verdict).toEqual({ ...CLEAN, found });
    expect(isClean(verdict)).toBe(true);
  });
});

describe('what breaks the promise', () => {
  test.each<[string, History, StoredRow[], Partial<Verdict>]>([
    ['an acknowledged creation that is not there', userWith(A), [], { lost: 1 }],
    ['an acknowledged change that is not there', userWith(A, A), [row(CREATED)], { lost: 1 }],
    ['an acknowledged user who is gone after a change', userWith(A, A), [], { lost: 1 }],
    ['a user who is gone after a refused change', userWith(A, R), [], { lost: 1 }],
    ['an acknowledged deletion that is undone', userWith(A, A, A), [row(CHANGED)], { lost: 1 }],
    ['two rows of one creation', userWith(A), [row(CREATED), row(CREATED)], { doubled: 1 }],
    ['two rows of an unknown creation', userWith(U), [row(CREATED), row(CREATED)], { doubled: 1 }],
    ['half of a change', userWith(A, U), [row(undefined)], { halfWritten: 1 }],
    ['a row that no write describes', userWith(R), [{ ...row(CREATED), number: 8 }], { halfWritten: 1 }],
    ['a refused creation that is there', userWith(R), [row(CREATED)], { refusedButFound: 1 }],
    ['a refused change that is there', userWith(A, R), [row(CHANGED)], { refusedButFound: 1 }],
    ['a refused deletion that took effect', userWith(A, A, R), [], { refusedButFound: 1 }],
  ])('%s', (_, history, rows, fault) => {
    const verdict = judge([history], rows);
    expect(verdict).toMatchObject({ ...CLEAN, ...fault });
    expect(isClean(verdict)).toBe(false);
  });
});

test('an order and a user with one number are two rows', () => {
  const histories: History[] = [userWith(A), { ...userWith(A), kind: 'order' }];
  expect(judge(histories, [row(CREATED), { ...row(CREATED), kind: 'order' }])).toEqual({ ...CLEAN, found: 2 });
});

test.each([
  [5, 0, 5, {}],
  [5, 2, 7, {}],
  [5, 2, 4, { lost: 1 }],
  [5, 2, 8, { doubled: 1 }],
])('a counter after %i acknowledged and %i unknown increments is %i', (acknowledged, unknown, value, fault) => {
  const verdict = judgeCounter({ ...CLEAN, found: 1 }, { id: 1, acknowledged, unknown }, value);
  expect(verdict).toEqual({ ...CLEAN, ...fault, found: 1 + value });
});
