import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '../../../src/gateway/base/settings/readSettings.ts';
import {
  type ContractsCheck,
  checkContracts,
  checkHistory,
  findContractBreaks,
} from '../../../src/gateway/describe/contracts/checkContracts.ts';
import { describeContracts } from '../../../src/gateway/describe/contracts/describeContracts.ts';
import { explainBreaks } from '../../../src/gateway/describe/contracts/explainBreaks.ts';
import type { Revision } from '../../../src/gateway/describe/contracts/Break.ts';
import { readHistory } from '../../../src/gateway/describe/contracts/readHistory.ts';
import { CorrectionError } from '../../../src/gateway/describe/contracts/readCorrections.ts';
import { writeContracts } from '../../../src/gateway/describe/contracts/writeContracts.ts';
import { describeApi } from '../../../src/gateway/describe/openapi/describeApi.ts';
import { composeSchema } from '../../../src/service/composeSchema.ts';
import { compileThroughJson } from '../support/compileThroughJson.ts';
import type { Usage } from '../../../src/gateway/base/telemetry/usage.ts';
import { Repository } from './support/repository.ts';

const ENDPOINTS = fileURLToPath(new URL('../../../schema/rest', import.meta.url));
const settings = readSettings({});
const { schema } = composeSchema();

type Contracts = ReadonlyMap<string, string>;
type Edit = (files: { read(file: string): string; write(file: string, text: string | undefined): void }) => void;

/** The contracts of the service over an edited copy of its endpoint documents. */
function compileEdited(edit: Edit): Contracts {
  const folder = mkdtempSync(path.join(tmpdir(), 'documents-'));
  cpSync(ENDPOINTS, folder, { recursive: true });
  const place = (file: string) => path.join(folder, file);
  edit({
    read: (file) => readFileSync(place(file), 'utf8'),
    write(file, text) {
      mkdirSync(path.dirname(place(file)), { recursive: true });
      if (text === undefined) rmSync(place(file), { recursive: true });
      else writeFileSync(place(file), text);
    },
  });
  const plan = compileThroughJson(folder, schema);
  rmSync(folder, { recursive: true });
  return describeContracts({ plan, openApi: describeApi(plan, settings), schema });
}

const replace =
  (file: string, before: string, after: string): Edit =>
  ({ read, write }) => {
    expect(read(file)).toContain(before);
    write(file, read(file).replace(before, after));
  };
const write =
  (file: string, text: string | undefined): Edit =>
  (files) =>
    files.write(file, text);

const NOTHING = { stale: [], uncommitted: [], breaks: [], errors: [] };

/** A change of the contracts that breaks nobody. */
const grow = replace('v1/getUser.graphql', 'Read one user.', 'Look a user up.');

let published: Contracts;
let repository: Repository;
let revisions: Revision[];

/** The breaking changes for people, and whatever else is wrong. */
function explain({ breaks, errors, stale = [], uncommitted = [] }: Partial<ContractsCheck>): string {
  return [...stale, ...uncommitted, ...explainBreaks(breaks ?? []), ...(errors ?? [])].join('\n');
}

/** The problems of contracts compared with the published ones, whose history is read once. */
async function check(contracts: Contracts, usage?: readonly Usage[]): Promise<string> {
  return explain(await checkHistory(repository.root, contracts, { baseline: revisions, ...(usage && { usage }) }));
}

/** The problems of contracts that are committed with their breaking changes. */
async function checkCommitted(contracts: Contracts): Promise<string> {
  repository.git('checkout', '--quiet', '--detach');
  writeContracts(repository.root, contracts);
  repository.git('add', '--all');
  repository.git('commit', '--quiet', '--allow-empty', '--message', 'Narrow a contract');
  const found = await checkContracts(repository.root, contracts);
  repository.git('checkout', '--quiet', 'main');
  return explain(found);
}

describe('checkContracts', () => {
  beforeAll(() => {
    published = compileEdited(() => {});
    repository = new Repository();
    repository.commit(Object.fromEntries(published));
    revisions = readHistory(repository.root, 'contracts');
  });

  afterAll(() => repository.remove());

  beforeEach(() => repository.git('reset', '--quiet', '--hard'));

  describe('a change of the endpoint documents that breaks clients', () => {
    test.each<[name: string, edit: Edit, file: string, change: string]>([
      [
        'a field of a shape',
        replace('v1/shapes/Product.graphql', '  name\n', ''),
        'openapi.v1.json',
        '`Product.name` was removed.\n  It breaks clients that read it, in GET /orders, POST /orders, GET /orders/{id}, GET /products, GET /products/{id}.',
      ],
      [
        'a field of a shape that a later version inherits',
        replace('v1/shapes/Product.graphql', '  name\n', ''),
        'openapi.v2.json',
        '`Product.name` was removed.',
      ],
      [
        'a new required variable',
        replace('v2/createUser.graphql', '$email: EmailAddress', '$email: EmailAddress!'),
        'openapi.v2.json',
        '`email` of the request body is now required.\n  It breaks clients that do not send it, in POST /users.',
      ],
      [
        'a removed file',
        write('v1/deleteUser.graphql', undefined),
        'openapi.v1.json',
        '`DELETE /users/{id}` was removed.',
      ],
      ['a removed version', write('v2', undefined), 'openapi.v2.json', 'The whole contract was removed.'],
    ])('is refused: %s', async (_, edit, file, change) => {
      const text = await check(compileEdited(edit));
      const paragraph = text.split(/^(?=\w)/m).find((each) => each.startsWith(`Breaking: ${change}`));
      expect(paragraph).toMatch(/^ {2}Published in contracts\/.+, commit \w{7} of \d{4}-\d\d-\d\d\.$/m);
      expect(paragraph).toContain(`contracts/${file}`);
    });

    test('is refused though it is committed', async () => {
      const text = await checkCommitted(compileEdited(replace('v1/shapes/Product.graphql', '  name\n', '')));
      expect(text).toContain('Breaking: `Product.name` was removed.');
    });

    test('is refused with an alternative: a new version', async () => {
      const text = await check(compileEdited(replace('v2/shapes/User.graphql', '  lastName\n', '')));
      expect(text).toContain(
        '  Restore it, or make the change in a new version: a folder v3 of the endpoint documents with only the differences.',
      );
    });

    test('is refused compared with any earlier revision, not only the last', async () => {
      const grown = compileEdited(replace('v1/shapes/Product.graphql', '  name\n', '  name\n  price\n'));
      repository.git('checkout', '--quiet', '--detach');
      writeContracts(repository.root, grown);
      repository.git('commit', '--quiet', '--all', '--message', 'Add a price');
      writeContracts(repository.root, published);
      repository.git('commit', '--quiet', '--all', '--message', 'Remove it');
      repository.commit({ 'README.md': 'Something else.' });
      const { breaks } = await checkContracts(repository.root, published);
      repository.git('checkout', '--quiet', 'main');
      expect(breaks).toContainEqual(expect.objectContaining({ change: '`Product.price` was removed.' }));
    });
  });

  describe('a change of the endpoint documents that breaks nobody', () => {
    test.each<[name: string, edit: Edit]>([
      ['an added field', replace('v1/shapes/Product.graphql', '  name\n', '  name\n  price\n')],
      [
        'an added endpoint',
        write(
          'v1/currentForecast.graphql',
          'query currentForecast($city: String!) @endpoint(method: GET, path: "/weather") { forecast(city: $city) { city } }',
        ),
      ],
      ['an added version', write('v3/shapes/User.graphql', 'fragment User on User { id email }')],
      ['no change', () => {}],
    ])('passes: %s', async (_, edit) => {
      expect(await check(compileEdited(edit))).toBe('');
    });

    test('passes when it is committed', async () => {
      expect(await checkCommitted(compileEdited(grow))).toBe('');
    });
  });

  describe('an endpoint with a sunset', () => {
    const day = new Date().toISOString().slice(0, 4);
    const end = `${Number(day) + 1}-07-31`;
    const sunset = (date: string) => replace('v1/deleteUser.graphql', 'status: 204', `status: 204, sunset: "${date}"`);
    const remove = write('v1/deleteUser.graphql', undefined);
    const fail = replace('v1/deleteUser.graphql', '    id\n', '    id\n    firstName @error(status: 409)\n');
    const version = write('v2/conventions.json', JSON.stringify({ deprecated: `${day}-01-31`, sunset: end }));

    /** The problems on a day, after these contracts were published one after another. */
    async function checkAfter(
      today: string,
      edits: readonly Edit[],
      usage?: readonly Usage[],
    ): ReturnType<typeof checkHistory> {
      repository.git('checkout', '--quiet', '--detach');
      let contracts = published;
      for (const edit of edits) {
        writeContracts(repository.root, (contracts = compileEdited(edit)));
        repository.git('add', '--all');
        repository.git('commit', '--quiet', '--message', 'Move on');
      }
      const found = await checkHistory(repository.root, contracts, { today, ...(usage && { usage }) });
      repository.git('checkout', '--quiet', 'main');
      return found;
    }

    test.each<[name: string, edits: readonly Edit[]]>([
      ['an endpoint', [sunset(end), remove]],
      [
        'an endpoint after other changes',
        [sunset(end), (files) => [sunset(end), grow].map((edit) => edit(files)), remove],
      ],
      ['the only endpoint with errors as data', [(files) => [sunset(end), fail].map((edit) => edit(files)), remove]],
      ['a version', [version, write('v2', undefined)]],
    ])('can be removed from that date on: %s', async (_, edits) => {
      expect(await checkAfter(end, edits)).toEqual({ breaks: [], errors: [] });
    });

    const used = (lastUse: string, number = 1, client = 'shop'): Usage => {
      const use = { requests: 1, lastUse: Date.parse(lastUse) };
      return { endpoint: 'DELETE /users/{userId}', version: number, client, ...use, deprecated: new Map() };
    };

    test('cannot be removed while clients use it', async () => {
      const usage = [used(`${end}T00:00:00Z`, 2), used(`${end}T01:00:00Z`, 1, 'app'), used('2020-01-01', 1, 'old')];
      const { breaks } = await checkAfter(end, [sunset(end), remove], usage);
      const [app, shop] = [`${end}T01:00:00.000Z`, `${end}T00:00:00.000Z`];
      expect(Object.fromEntries(breaks.map(({ file, clients }) => [file, clients]))).toEqual({
        'contracts/openapi.json': [
          { client: 'app', lastUse: app },
          { client: 'shop', lastUse: shop },
        ],
        'contracts/openapi.v1.json': [{ client: 'app', lastUse: app }],
        'contracts/openapi.v2.json': [{ client: 'shop', lastUse: shop }],
      });
      const text = explainBreaks(breaks).join('\n');
      expect(text).toMatch(/^Breaking: `DELETE \/users\/\{id\}` was removed\.\n/);
      expect(text).toContain(
        `\n  Still used by app (last on ${end}) and shop (last on ${end}).\n  Keep it until these clients no longer use it, or make`,
      );
      // A removal that clients notice is no slip.
      expect(text).not.toContain('corrections.json');
    });

    test('cannot be removed with its version while clients use it', async () => {
      const { breaks } = await checkAfter(end, [version, write('v2', undefined)], [used(`${end}T00:00:00Z`, 2)]);
      expect(breaks).toContainEqual(
        expect.objectContaining({
          file: 'contracts/openapi.v2.json',
          change: 'The whole contract was removed.',
          clients: [{ client: 'shop', lastUse: `${end}T00:00:00.000Z` }],
        }),
      );
    });

    test('can be removed when clients have used it before its deprecation only, or another endpoint', async () => {
      const usage = [used('2020-01-31'), { ...used(`${end}T00:00:00Z`), endpoint: 'DELETE /orders/{id}' }];
      expect(await checkAfter(end, [sunset(end), remove], usage)).toEqual({ breaks: [], errors: [] });
    });

    test.each<[name: string, today: string, edits: readonly Edit[], file: string, change: string]>([
      [
        'before that date',
        `${day}-12-31`,
        [sunset(end), remove],
        'openapi.v1.json',
        '`DELETE /users/{id}` was removed.',
      ],
      [
        'with its version, before that date',
        `${day}-12-31`,
        [version, write('v2', undefined)],
        'openapi.v2.json',
        'The whole contract was removed.',
      ],
      [
        'in place of one without',
        end,
        [sunset(end), write('v1/getUser.graphql', undefined)],
        'openapi.v1.json',
        '`GET /users/{id}` was removed.',
      ],
      [
        'when the date had passed as it was published',
        end,
        [sunset('2020-01-31'), remove],
        'openapi.v2.json',
        '`DELETE /users/{id}` was removed.',
      ],
      [
        'when the sunset was removed',
        end,
        [sunset(end), grow, remove],
        'openapi.json',
        '`DELETE /users/{id}` was removed.',
      ],
    ])('cannot be removed %s', async (_, today, edits, file, change) => {
      const { breaks } = await checkAfter(today, edits);
      expect(breaks).toContainEqual(expect.objectContaining({ file: `contracts/${file}`, change }));
    });

    test('cannot be changed while it is served', async () => {
      const changed = replace('v1/deleteUser.graphql', 'status: 204', `status: 200, sunset: "${end}"`);
      const { breaks } = await checkAfter(end, [sunset(end), changed]);
      expect(breaks).toContainEqual(expect.objectContaining({ change: 'The response 204 was removed.' }));
    });
  });

  describe('a contract that was published in error', () => {
    const edit = replace('v1/shapes/Product.graphql', '  name\n', '');
    const entry = {
      date: '2999-01-31',
      files: ['contracts/openapi.v1.json'],
      change: '`Product.name` was removed.',
      reason: 'A slip.',
    };
    const files = ['openapi.json', 'openapi.v1.json', 'openapi.v2.json'].map((name) => `contracts/${name}`);
    const correct = async (entries: unknown, usage?: readonly Usage[]) => {
      repository.write({ 'contracts/corrections.json': JSON.stringify(entries) });
      const text = await check(compileEdited(edit), usage);
      repository.write({ 'contracts/corrections.json': undefined });
      return text;
    };

    test('is corrected by an entry that names its files', async () => {
      expect(await correct([{ ...entry, files }])).toBe('');
    });
    test('is not corrected while clients choose what is removed', async () => {
      const used = (endpoint: string, name: string, client: string, date: string): Usage => {
        const use = { requests: 1, lastUse: Date.parse(date) };
        return { endpoint, version: 1, client, ...use, deprecated: new Map([[name, use]]) };
      };
      const usage = [
        used('GET /products', 'field name', 'shop', '2027-01-31'),
        used('GET /products', 'field price', 'other', '2027-01-31'),
        used('GET /orders/{id}', 'field items.product.name', 'app', '2027-01-30'),
      ];
      const text = await correct([{ ...entry, files }], usage);
      expect(text).toContain('Breaking: `Product.name` was removed.\n');
      expect(text).toContain('\n  Still used by shop (last on 2027-01-31) and app (last on 2027-01-30).\n');
    });
    test.each([
      ['of another file', [entry], 'Published in contracts/openapi.json and contracts/openapi.v2.json, '],
      ['of another change', [{ ...entry, change: '`Product.price` was removed.' }], 'contracts/openapi.v1.json'],
      ['that is older than the contract', [{ ...entry, date: '2020-01-31' }], 'contracts/openapi.v1.json'],
      ['without a reason', [{ ...entry, reason: ' ' }], 'contracts/corrections.json is not valid'],
      ['that is no list', entry, 'contracts/corrections.json is not valid'],
    ])('is not corrected by an entry %s', async (_, entries, text) => {
      expect(await correct(entries)).toContain(text);
    });
  });

  describe('the files', () => {
    test('have the descriptions and the authorization of the schema', () => {
      const sdl = published.get('contracts/schema.graphql')!;
      expect(() => buildSchema(sdl)).not.toThrow();
      expect(sdl).toContain('"A person who can place orders."\ntype User @authenticated @requiresScopes(');
      expect(sdl).toContain('  "Unique among users without regard to case."\n  email: EmailAddress\n');
    });

    test('are stale if they differ, are missing, or are obsolete', async () => {
      repository.write({
        'contracts/openapi.v1.json': published.get('contracts/openapi.v2.json'),
        'contracts/schema.graphql': undefined,
        'contracts/openapi.v9.json': published.get('contracts/openapi.v2.json'),
      });
      const { stale } = await checkContracts(repository.root, published);
      expect(stale).toEqual(['contracts/openapi.v1.json', 'contracts/schema.graphql', 'contracts/openapi.v9.json']);
      expect(writeContracts(repository.root, published)).toEqual(stale);
      expect(writeContracts(repository.root, published)).toEqual([]);
      expect(await checkContracts(repository.root, published)).toEqual(NOTHING);
      repository.git('clean', '--quiet', '-d', '--force');
    });

    test('are current with the ends of lines of Windows', async () => {
      const file = 'contracts/openapi.v1.json';
      repository.write({ [file]: published.get(file)!.replaceAll('\n', '\r\n') });
      expect((await checkContracts(repository.root, published)).stale).toEqual([]);
    });

    test('must be committed', async () => {
      const contracts = compileEdited(grow);
      writeContracts(repository.root, contracts);
      expect(await checkContracts(repository.root, contracts)).toEqual({
        ...NOTHING,
        uncommitted: ['openapi.v1.json', 'openapi.v2.json', 'openapi.json'].map((file) => `contracts/${file}`),
      });
    });

    test('are compared with no revision that is not valid', async () => {
      repository.git('checkout', '--quiet', '--detach');
      repository.commit({ 'contracts/openapi.json': '<<<<<<< HEAD', 'contracts/schema.graphql': 'type Query {' });
      const found = await checkHistory(repository.root, published);
      repository.git('checkout', '--quiet', 'main');
      expect(found).toEqual({ breaks: [], errors: [] });
    });

    test('are not compared with other files of the folder', async () => {
      repository.git('checkout', '--quiet', '--detach');
      repository.commit({ 'contracts/partner.json': '{"openapi": "3.1.0"}', 'contracts/events.graphql': 'type Query' });
      repository.commit({ 'contracts/partner.json': undefined, 'contracts/events.graphql': undefined });
      const found = await checkHistory(repository.root, published);
      repository.git('checkout', '--quiet', 'main');
      expect(found).toEqual({ breaks: [], errors: [] });
    });
  });
});

const file = 'contracts/openapi.v1.json';
const document = (...paths: string[]) =>
  JSON.stringify({ paths: Object.fromEntries(paths.map((each) => [each, { get: { responses: { 200: {} } } }])) });
const compiled = new Map([[file, document('/books')]]);

describe('findContractBreaks', () => {
  beforeEach(() => (repository = new Repository()));

  afterEach(() => repository.remove());

  describe('the breaking changes of compiled contracts', () => {
    test('are those since every committed revision', async () => {
      repository.commit({ [file]: document('/books', '/shelves') });
      repository.commit({ [file]: document('/books') });
      expect(await findContractBreaks(repository.root, compiled)).toMatchObject([
        { file, change: '`GET /shelves` was removed.', since: { commit: expect.stringMatching(/^\w{7}$/) } },
      ]);
    });

    test('are none where nothing was published', async () => {
      expect(await findContractBreaks(repository.root, compiled)).toEqual([]);
      repository.commit({ 'README.md': 'x' });
      expect(await findContractBreaks(repository.root, compiled)).toEqual([]);
    });

    test('are those since a revision whose references have a cycle', async () => {
      const parameters = [{ $ref: '#/components/parameters/a' }];
      const components = { parameters: { a: parameters[0] } };
      const cycle = { paths: { '/books': { get: { parameters } }, '/shelves': { get: { parameters } } }, components };
      repository.commit({ [file]: JSON.stringify(cycle) });
      const changes = (await findContractBreaks(repository.root, compiled)).map(({ change }) => change);
      expect(changes).toContain('`GET /shelves` was removed.');
    });

    test('are none where git does not have the history', async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'no-repository-'));
      expect(await findContractBreaks(folder, compiled)).toEqual([]);
      rmSync(folder, { recursive: true });
    });

    test('cannot be found with invalid corrections', async () => {
      repository.commit({ 'contracts/corrections.json': '[' });
      await expect(findContractBreaks(repository.root, compiled)).rejects.toThrow(CorrectionError);
    });
  });
});
