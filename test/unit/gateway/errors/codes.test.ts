import { expect, test } from 'vitest';
import { STATUS_OF_CODE } from '../../../../src/gateway/errors/codes.ts';

test('a code is UPPER_SNAKE, and its status an error', () => {
  for (const [code, status] of Object.entries(STATUS_OF_CODE)) {
    expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
  }
});
