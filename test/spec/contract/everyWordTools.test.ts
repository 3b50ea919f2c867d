// Every word of the vocabulary, as tools: each result is as its output schema says, which the client of the SDK checks.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type GraphQLObjectType, buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { mockSchema } from '../../../src/authoring/mock/mockSchema.ts';
import { compileApi } from '../../../src/gateway/compile/compileApi.ts';
import { createMemoryIdempotencyStore } from '../../../src/gateway/guard/idempotency/createMemoryIdempotencyStore.ts';
import { createPortico } from '../../../src/gateway/index.ts';
import { type JsonSchema, type OpenApi, sample } from '../../unit/authoring/dev/support/requestEveryEndpoint.ts';
import { connect, textOf } from '../../unit/gateway/mcp/support/connect.ts';

const FOLDER = fileURLToPath(new URL('everyWord', import.meta.url));

test.each([1, 2])('each tool of version %i has a result that is as its schema says', async (number) => {
  const schema = buildSchema(readFileSync(`${FOLDER}/schema.graphql`, 'utf8'));
  const endpoints = `${FOLDER}/endpoints`;
  const plan = compileApi(endpoints, schema);
  const mocked = mockSchema(schema, plan.versions[0]!.conventions);
  // Mock data knows no pattern of a scalar.
  (mocked.getType('Product') as GraphQLObjectType).getFields()['sku']!.resolve = () => 'AB-1234';
  const portico = createPortico({
    schema: mocked,
    plan,
    authenticate: () => ({ subject: '1', scopes: [] }),
    idempotency: createMemoryIdempotencyStore(),
  });
  const client = await connect(`http://localhost/v${number}/mcp`, {
    token: 'x',
    fetch: (url, init) => portico.fetch(new Request(url, init)),
  });
  const { tools } = await client.listTools();
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
  const faults: string[] = [];
  for (const { name, inputSchema, outputSchema } of tools) {
    const areValid = [inputSchema, outputSchema!].map((each) => ajv.validateSchema(each));
    expect([name, areValid]).toEqual([name, [true, true]]);
    const properties = inputSchema.properties as Record<string, JsonSchema>;
    const document = { components: { schemas: inputSchema['$defs'] ?? {} } } as unknown as OpenApi;
    const relocated = JSON.parse(
      JSON.stringify({ properties, document }).replaceAll('#/$defs/', '#/components/schemas/'),
    ) as { properties: typeof properties; document: OpenApi };
    const args = Object.fromEntries(
      (inputSchema.required ?? []).map((key) => [key, sample(relocated.properties[key]!, relocated.document)]),
    );
    expect([name, ajv.validate(inputSchema, args) || ajv.errorsText()]).toEqual([name, true]);
    const result = await client.callTool({ name, arguments: args });
    if (result.isError) faults.push(`${name}: ${textOf(result)} ${JSON.stringify(args)}`);
  }
  expect(faults).toEqual([]);
  // It requires If-Match.
  expect(tools.map(({ name }) => name)).not.toContain('renameProduct');
  expect(tools.length).toBeGreaterThan(12);
});
