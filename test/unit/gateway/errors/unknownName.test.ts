import { expect, test } from 'vitest';
import { unknownName } from '../../../../src/gateway/errors/unknownName.ts';

test.each([
  [['directive', '@endpont', ['@endpoint', '@error']], 'Unknown directive "@endpont"; did you mean "@endpoint"?'],
  [['shape', 'Usr', ['Order']], 'Unknown shape "Usr".'],
  [['shape', 'Usr', []], 'Unknown shape "Usr".'],
  [['enum value', 'FACTS', ['FACT'], ' of Genre'], 'Unknown enum value "FACTS" of Genre; did you mean "FACT"?'],
] as const)('%j: %s', (args, text) => {
  expect(unknownName(...(args as unknown as Parameters<typeof unknownName>))).toBe(text);
});
