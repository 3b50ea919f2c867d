import { describe, expect, test } from 'vitest';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import { prepareCursorScope } from '../../../../src/gateway/handle/read/cursors.ts';
import { parameter } from './support/coercion.ts';

const values = [
  { text: 'new', value: { state: 'A' } },
  { text: 'old', value: { state: 'B' } },
];
const list: Pick<EndpointPlan, 'path' | 'segments' | 'parameters'> = {
  path: '/shelves/{shelf}/{unread}',
  segments: [
    { names: [], texts: ['shelves'] },
    { names: ['shelf'], texts: ['', ''] },
    { names: ['unread'], texts: ['', ''] },
  ],
  parameters: [
    parameter('shelf', 'Int!', { source: 'path' }),
    parameter('shelf', 'Int', { variable: 'inQuery' }),
    parameter('states', '[State!]', { constraints: { values } }),
    parameter('state', 'State', { constraints: { values }, default: { state: 'A' } }),
  ],
};
const scopeOf = prepareCursorScope(list);
const [NEW, OLD] = [{ state: 'A' }, { state: 'B' }];

describe('a cursor belongs to a list', () => {
  test.each<[string, object, unknown[]]>([
    ['of the values of its path', { shelf: 1 }, [1]],
    ['of a filter', { shelf: 1, inQuery: 2 }, [1, ['shelf', 2]]],
    ['of the text that stands for the value of a filter', { shelf: 1, state: OLD }, [1, ['state', 'old']]],
    ['of the texts of a list', { shelf: 1, states: [NEW, OLD] }, [1, ['states', ['new', 'old']]]],
    ['of several filters, by name', { shelf: 1, states: [], state: OLD }, [1, ['state', 'old'], ['states', []]]],
    ['without a filter that is the default', { shelf: 1, state: NEW }, [1]],
    ['without a filter that is null, and is so by default', { shelf: 1, states: null }, [1]],
    ['of a null that is not the default', { shelf: 1, state: null }, [1, ['state', null]]],
  ])('%s', (_, variables, scope) => {
    expect(JSON.parse(scopeOf(variables as never))).toEqual(['/shelves/{}/{}', ...scope]);
  });
});
