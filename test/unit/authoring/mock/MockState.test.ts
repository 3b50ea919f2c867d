import { expect, test } from 'vitest';
import { MockState } from '../../../../src/authoring/mock/MockState.ts';

const mentions = new Map<string, string>();

test('objects are created, updated and deleted', () => {
  const state = new MockState();
  state.create('User', '51', { values: { name: 'Ada' }, mentions });
  state.update('User', '51', { age: 36 });
  state.update('User', '2', { age: 80 });
  expect(state.values('User', '51')).toEqual({ name: 'Ada', age: 36 });
  expect(state.createdKeys('User')).toEqual(['51']);
  expect(state.writtenKeys('User')).toEqual(['51', '2']);
  state.delete('User', '51');
  expect(state.isDeleted('User', '51')).toBe(true);
  expect(state.createdKeys('User')).toEqual([]);
  expect(state.values('Order', '51')).toBeUndefined();
});

test('each type has its own numbers', () => {
  const state = new MockState();
  expect([state.nextIndex('User', 51), state.nextIndex('User', 51), state.nextIndex('Order', 51)]).toEqual([
    51, 52, 51,
  ]);
});

test('the oldest write makes room for a new one', () => {
  const state = new MockState(2);
  state.update('User', '1', {});
  state.update('Order', '1', {});
  state.update('User', '1', { age: 1 });
  state.update('User', '2', {});
  expect(state.writtenKeys('User')).toEqual(['1', '2']);
  expect(state.writtenKeys('Order')).toEqual([]);
});
