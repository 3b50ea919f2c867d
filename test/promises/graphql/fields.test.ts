// A selection reads only the columns of its fields: each field has the value that it has among all others, wherever it is selected.
import { afterAll, describe, expect, test } from 'vitest';
import { dataOf } from '../support/queryGraphql.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

/** What is selected of the fields that are objects. */
const OF_OBJECTS: Readonly<Record<string, string>> = {
  user: 'user { id name }',
  items: 'items { quantity unitPrice product { id name } }',
  orders: 'orders { totalCount nodes { id status } }',
};

interface Introspected {
  __type: { fields: { name: string; type: { kind: string; ofType: { kind: string } | null } }[] };
}

/** The fields of a type, as they are selected. */
async function fieldsOf(type: string): Promise<string[]> {
  const { __type } = await dataOf<Introspected>(
    portico,
    `{ __type(name: "${type}") { fields { name type { kind ofType { kind } } } } }`,
  );
  return __type.fields.map(({ name, type: { kind, ofType } }) => {
    const isLeaf = ['SCALAR', 'ENUM'].includes(kind === 'NON_NULL' ? ofType!.kind : kind);
    if (!isLeaf && OF_OBJECTS[name] === undefined) throw new Error(`${type}.${name} needs a selection in this test.`);
    return isLeaf ? name : OF_OBJECTS[name]!;
  });
}

/** The objects that a path of fields leads to, with their fields in one order. */
function objectsAt(data: unknown, path: readonly string[]): Record<string, unknown>[] {
  const step = (values: unknown[], field: string) =>
    values.flatMap((value) => (value as Record<string, unknown> | null)?.[field] ?? []);
  return path.reduce(step, [data]) as Record<string, unknown>[];
}

const nest = (path: string, fields: string) =>
  path.split(' ').reduceRight((inner, field) => `{ ${field} ${inner} }`, `{ ${fields} }`);

describe.each([
  ['User', 'user(id:3)', 'users nodes', 'orders nodes user'],
  ['Order', 'order(id:3)', 'orders nodes', 'users nodes orders(first:3) nodes'],
  ['Product', 'product(id:3)', 'products nodes', 'orders nodes items product'],
])('each field of %s alone is as among all', async (type, one, list, reference) => {
  const fields = await fieldsOf(type);
  const byTime = `${list.replace(' nodes', '')}(orderBy:CREATED_AT_DESC) edges node`;
  test.each([one, list, byTime, reference])('at %s', async (path) => {
    const names = path.split(' ').map((field) => field.replace(/\(.*/, ''));
    const read = async (selection: string) => objectsAt(await dataOf(portico, nest(path, selection)), names);
    const all = await read(fields.join(' '));
    expect(all.length).toBeGreaterThan(0);
    for (const field of fields) {
      const name = field.replace(/ .*/, '');
      expect(await read(field)).toEqual(all.map((object) => ({ [name]: object[name] })));
    }
  });
});
