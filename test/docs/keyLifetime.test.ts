import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KEY_LIFETIME_HOURS } from '../../src/gateway/guard/idempotency/IdempotencyStore.ts';

const LIFETIME = `${KEY_LIFETIME_HOURS} hours`;

test.each([
  ['docs/service.md', `within ${LIFETIME} the response is the first one`],
  ['docs/deployment.md', `are replayed for ${LIFETIME} by the clock`],
  ['docs/deployment.md', `the table holds what was written within ${LIFETIME}`],
  ['docs/deployment.md', `\`OUTCOME_UNKNOWN\` for ${LIFETIME}.`],
  ['docs/endpoints.md', `It is kept for ${LIFETIME}.`],
  ['docs/library.md', `\`OUTCOME_UNKNOWN\` for ${LIFETIME}:`],
  ['docs/security.md', `is stored for ${LIFETIME},`],
])('%s: %s', (file, sentence) => {
  const text = readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ');
  expect(text).toContain(sentence);
});
