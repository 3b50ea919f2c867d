// Types that refer to each other, as the filters of Hasura do: what is read of them ends, and is not too large to read.
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createPortico } from '../../../src/gateway/index.ts';
import { startDev } from '../authoring/dev/support/startDev.ts';
import { Folder } from '../support/runPortico.ts';
import { SCHEMAS, sdlOf } from './support/recursiveSdl.ts';

const folder = new Folder({
  'rest/v1/create.graphql':
    'mutation create($input: T0!) @endpoint(method: POST, path: "/things") { create(input: $input) { id } }',
  'rest/v1/find.graphql':
    'query find($where: T0!) @endpoint(method: POST, path: "/things/find") { thing(where: $where) { id o1 { id } } }',
  'rest/conventions.json': '{ "tools": ["POST"] }',
});
for (const [name, [count, width]] of Object.entries(SCHEMAS)) {
  folder.write({
    [`${name}.graphql`]: sdlOf(count, width),
    [`${name}Changed.graphql`]: sdlOf(count, width, 'Int'),
  });
}

/** What a command prints over a schema. */
const run = async (schema: string, command: string) =>
  (await folder.run(`${command} --schema ${schema}.graphql --endpoints rest`)).stdout;

interface Document {
  paths: Record<string, { post: { requestBody: { content: { 'application/json': { example: object } } } } }>;
}

describe.each(Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[])('types that refer to each other, %s', (name) => {
  const [count, width] = SCHEMAS[name];

  test('are checked, listed and explained', async () => {
    expect(await run(name, 'check')).toBe('No errors in 2 endpoints of 1 version\n');
    expect(await run(name, 'routes')).toContain('/things/find');
    expect(await run(name, 'explain POST /v1/things')).toContain('rest/v1/create.graphql');
  });

  test('are described once each, with an example that a person can read', async () => {
    const text = await run(name, 'openapi');
    const { paths } = JSON.parse(text) as Document;
    const { example } = paths['/things']!.post.requestBody.content['application/json'];
    const eq = expect.any(String) as string;
    // As many levels as make an example of at most a thousand values.
    const near = Array.from({ length: count - 1 }, (_, index) => [`f${index + 1}`, { eq }]);
    if (width > 1) expect(example).toEqual({ input: { ...Object.fromEntries(near), eq } });
    expect(JSON.stringify(example).length).toBeLessThan(20_000);
    expect(text.length).toBeLessThan(500 * count * (width + 3));
  });

  test('are contracts, of which each change is named once', async () => {
    expect(await run(name, 'contracts')).toContain(' contracts/openapi.v1.json');
    folder.write({ 'published/openapi.v1.json': folder.read('contracts/openapi.v1.json') });
    const against = `contracts --check --against ./published --schema ${name}Changed.graphql --endpoints rest`;
    const { code, stdout } = await folder.run(against);
    const changes = stdout.match(/(?<=Breaking: `)T\d+\.eq(?=` was a string and is now an integer)/g);
    expect(changes).toHaveLength(count);
    expect(code).toBe(1);
    folder.remove('contracts');
  });

  test('are matched with a published document', async () => {
    folder.write({ 'published.json': await run(name, 'openapi') });
    const match = 'match --openapi published.json';
    expect(await run(name, match)).toContain('100 % compatible, in 2 of 2 published');
    expect(await run(`${name}Changed`, match)).toContain('`T0.eq` was a string and is now an integer.');
  });

  test('are proposed', async () => {
    const home = new Folder({ 'schema.graphql': folder.read(`${name}.graphql`) });
    const { code, stdout } = await home.run('init schema.graphql --yes --fields thing,create,upload');
    expect(code).toBe(0);
    expect(stdout).toContain('npx portico dev --mock');
  });

  test('have mock data', async () => {
    const options = { schema: `${name}.graphql`, endpoints: 'rest', mock: true };
    const dev = await startDev(options, folder.path);
    const body = JSON.stringify({ where: { f1: { _and: [{ f2: { eq: 'a' } }] } } });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const json = { id: '1', o1: { id: expect.any(String) as string } };
    expect(await dev.get('/v1/things/find', init)).toMatchObject({ status: 200, json });
    await dev.close();
  });

  test('are served, and as tools that an agent can read', async () => {
    const schema = buildSchema(folder.read(`${name}.graphql`));
    schema.getQueryType()!.getFields()['thing']!.resolve = () => ({ id: '1', o1: { id: '2' } });
    const portico = createPortico({
      schema,
      endpoints: folder.at('rest'),
      authenticate: () => ({ subject: 'ada', scopes: [] }),
    });
    const post = async (target: string, body: unknown) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const request = new Request(`http://api.example.com${target}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      const response = await portico.fetch(request);
      return { status: response.status, body: (await response.json()) as never };
    };
    const where = { f1: { _and: [{ f2: { eq: 'a' } }] } };
    expect(await post('/v1/things/find', { where })).toMatchObject({ status: 200, body: { id: '1' } });
    const wrong = { f1: { _and: [{ f2: { eq: 1 } }] } };
    expect(await post('/v1/things/find', { where: wrong })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('where.f1._and.0.f2.eq must be a string') as string },
    });
    const { body } = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const { tools } = (body as { result: { tools: { name: string; inputSchema: object }[] } }).result;
    expect(tools.map((tool) => tool.name)).toEqual(['create', 'find']);
    for (const { inputSchema } of tools) {
      expect(JSON.stringify(inputSchema).length).toBeLessThan(20_000);
      // Of a chain, only the nearest types are described.
      const isCut = JSON.stringify(inputSchema).includes('"description":"The OpenAPI document has the details."');
      expect(isCut).toBe(name === 'chain');
    }
  });
});
