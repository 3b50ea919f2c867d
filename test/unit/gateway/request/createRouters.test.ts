import { expect, test } from 'vitest';
import type { ApiPlan } from '../../../../src/gateway/plan/ApiPlan.ts';
import { createRouters } from '../../../../src/gateway/request/createRouters.ts';

const endpoint = (method: string, text: string) => ({ method, segments: [{ kind: 'literal', text }] });

test('every version has a router of its own endpoints', () => {
  const [get, post, later] = [endpoint('GET', 'a'), endpoint('POST', 'a'), endpoint('GET', 'b')];
  const plan = {
    versions: [
      { number: 1, endpoints: [get, post] },
      { number: 3, endpoints: [later] },
    ],
  } as unknown as ApiPlan;
  const routers = createRouters(plan);
  expect([...routers.keys()]).toEqual([1, 3]);
  expect([...routers.get(1)!.match(['a'])!.routes]).toEqual([
    ['GET', get],
    ['POST', post],
  ]);
  expect(routers.get(1)!.match(['b'])).toBeUndefined();
  expect(routers.get(3)!.match(['b'])!.routes.get('GET')).toBe(later);
});
