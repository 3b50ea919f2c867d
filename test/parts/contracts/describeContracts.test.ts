import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { composeService } from '../../../src/service/composeService.ts';
import { readSettings } from '../../../src/gateway/base/settings/readSettings.ts';
import { checkHistory } from '../../../src/gateway/describe/contracts/checkContracts.ts';
import { describeContracts } from '../../../src/gateway/describe/contracts/describeContracts.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

function compile(): ReadonlyMap<string, string> {
  const { rest, schema } = composeService(readSettings({}));
  return describeContracts({ plan: rest.plan, openApi: rest.openApi, schema });
}

const contracts = compile();

describe('the contracts', () => {
  test('are a document for each scheme, the schema and the page of changes', () => {
    expect([...contracts.keys()]).toEqual([
      'contracts/openapi.v1.json',
      'contracts/openapi.v2.json',
      'contracts/openapi.json',
      'contracts/schema.graphql',
      'contracts/changes.md',
    ]);
  });

  test('have no schema where clients do not query it', () => {
    const { plan, openApi } = composeService(readSettings({})).rest;
    expect([...describeContracts({ plan, openApi }).keys()]).not.toContain('contracts/schema.graphql');
  });

  test('are the same each time', () => {
    expect([...compile()]).toEqual([...contracts]);
  });

  test('are compatible with the committed files', async () => {
    const files = [...contracts.keys()].filter((file) => existsSync(ROOT + file));
    expect(files).toEqual([...contracts.keys()]);
    const baseline = files.map((file) => ({ file, text: readFileSync(ROOT + file, 'utf8'), since: { against: '.' } }));
    expect(await checkHistory(ROOT, contracts, { baseline, today: '' })).toEqual({ breaks: [], errors: [] });
  });

  test('have the descriptions and the authorization of the schema', () => {
    const sdl = contracts.get('contracts/schema.graphql')!;
    expect(() => buildSchema(sdl)).not.toThrow();
    expect(sdl).toContain('"A person who can place orders."\ntype User @authenticated @requiresScopes(');
    expect(sdl).toContain('  "Unique among users without regard to case."\n  email: EmailAddress\n');
  });

  test('describe the change between the versions', () => {
    expect(contracts.get('contracts/changes.md')).toContain(
      '**User**\n\n- `name` became `firstName` and `lastName`.\n  - `firstName`: string.\n  - `lastName`: string. May be empty.\n\nIn `GET /orders` (`data[].user`), ',
    );
  });
});
