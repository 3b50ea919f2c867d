import { GraphQLEnumType } from 'graphql';
import { expect, test } from 'vitest';
import type { EnumConvention } from '../../../../src/gateway/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/conventions/defaultConventions.ts';
import { enumTexts } from '../../../../src/gateway/conventions/enumTexts.ts';

const REASON = new GraphQLEnumType({ name: 'Reason', values: { TOO_HEATED: {}, SPAM: {} } });

test.each<[Record<string, EnumConvention>, string[]]>([
  [{}, ['TOO_HEATED', 'SPAM']],
  [{ '*': 'schema' }, ['TOO_HEATED', 'SPAM']],
  [{ '*': 'lowercase' }, ['too_heated', 'spam']],
  [{ '*': 'lowercase', Reason: 'schema' }, ['TOO_HEATED', 'SPAM']],
  [{ '*': 'lowercase', Reason: { TOO_HEATED: 'too heated' } }, ['too heated', 'SPAM']],
  [{ Other: 'lowercase' }, ['TOO_HEATED', 'SPAM']],
])('with %j the values are written %j', (enums, texts) => {
  expect([...enumTexts(REASON, { ...DEFAULT_CONVENTIONS, enums })]).toEqual([
    ['TOO_HEATED', texts[0]],
    ['SPAM', texts[1]],
  ]);
});
