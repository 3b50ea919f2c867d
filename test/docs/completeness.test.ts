// Every word that can be written is in its reference, in the changelog, and used by an example: reads the tables of the code.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/createProgram.ts';
import { addServe } from '../../src/cli/serve/addServe.ts';
import { describeSettings } from '../../src/gateway/base/settings/describeSettings.ts';
import { conventionsSchema } from '../../src/gateway/plan/conventions/conventionsSchema.ts';
import { STATUS_OF_CODE } from '../../src/gateway/base/errors/codes.ts';
import { KEY_LIFETIME_HOURS } from '../../src/gateway/guard/idempotency/IdempotencyStore.ts';
import { OWN_HEADERS } from '../../src/gateway/http/ownHeaders.ts';
import { SERVICE_SETTINGS } from '../../src/service/config/serviceSettings.ts';
import { documents } from '../promises/contract/describeEveryApi.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');
const readAll = (folder: string, pattern: RegExp): string =>
  readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file) && !file.includes('node_modules'))
    .map((file) => read(path.posix.join(folder, file)))
    .join('\n');

const CHANGELOG = read('CHANGELOG.md');
const EXAMPLES = ['examples/', 'test/promises/contract/everyWord/', 'schema/rest/'];
const DOCUMENTS = EXAMPLES.map((folder) => readAll(folder, /\.graphql$/)).join('\n');
const CONVENTIONS = EXAMPLES.map((folder) => readAll(folder, /conventions\.json$/)).join('\n');

/** `@name` of each directive, and `name:` of its arguments. */
const directives = parse(read('schema/rest/directives.graphql')).definitions.flatMap((definition) =>
  definition.kind === 'DirectiveDefinition' ? [definition] : [],
);
/** The properties of an exported interface, as its source declares them. */
function propertiesOf(file: string, name: string): string[] {
  const [, body] = new RegExp(`export interface ${name} \\{\\n([^]*?)\\n\\}`).exec(read(file))!;
  return [...body!.matchAll(/^ {2}(?:readonly )?(\w+)\??:/gm)].map(([, property]) => property!);
}
const program = createProgram({ version: '0.0.0', description: '' });
addServe(program);
const commands = program.commands as Command[];
const options = commands.flatMap((command) =>
  command.options.filter(({ hidden }) => !hidden).map(({ long }) => `${command.name()} ${long}`),
);
const settingsOf = (file: string): string[] =>
  [...read(file).matchAll(/^ {2}([A-Z][A-Z0-9_]+):(?! (?:propertyOf|ONE_REDIS))/gm)].map(([, name]) => name!);

/** The words that a text does not contain as words. */
const missing = (words: readonly string[], text: string): string[] =>
  words.filter(
    (word) => !new RegExp(`(?<![\\w-])${word.replaceAll(/[$().*+?[\]^{|}]/g, '\\$&')}(?![\\w-])`).test(text),
  );

describe('every directive', () => {
  const names = directives.map(({ name }) => `@${name.value}`);
  const parameters = directives.flatMap(({ arguments: list = [] }) => list.map(({ name }) => name.value));
  test('is in docs/endpoints.md, with its arguments', () => {
    expect(names.length).toBeGreaterThan(10);
    expect(missing([...names, ...parameters], read('docs/endpoints.md'))).toEqual([]);
  });
  test('is in the changelog', () => expect(missing(names, CHANGELOG)).toEqual([]));
  test('is used, with its arguments, by an example', () => {
    expect(missing(names, DOCUMENTS)).toEqual([]);
    expect(missing(parameters, DOCUMENTS)).toEqual([]);
  });
});

describe('every convention', () => {
  const names = Object.keys(conventionsSchema.shape);
  test('is in docs/endpoints.md', () => {
    expect(names.length).toBeGreaterThan(10);
    expect(missing(names, read('docs/endpoints.md'))).toEqual([]);
  });
  test('is in the changelog', () => expect(missing(names, CHANGELOG)).toEqual([]));
  test('is used by an example', () => expect(missing(names, CONVENTIONS)).toEqual([]));
});

test.each(['README.md', 'CONTRIBUTING.md', 'docs/service.md', 'docs/package.md', 'docs/library.md'])(
  '%s has the versions of Node that the manifest allows',
  (file) => {
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    const [first, second, last] = engines.node.split(' || ').map((range) => range.replace(/^\D+/, ''));
    expect(read(file).replaceAll('\n', ' ')).toContain(`Node ${first}, ${second} or ${last}, or later`);
  },
);

const LIFETIME = `${KEY_LIFETIME_HOURS} hours`;
test.each([
  ['docs/service.md', `within ${LIFETIME} the response is the first one`],
  ['docs/deployment.md', `are replayed for ${LIFETIME} by the clock`],
  ['docs/deployment.md', `the table holds what was written within ${LIFETIME}`],
  ['docs/deployment.md', `\`OUTCOME_UNKNOWN\` for ${LIFETIME}.`],
  ['docs/endpoints.md', `It is kept for ${LIFETIME}.`],
  ['docs/library.md', `\`OUTCOME_UNKNOWN\` for ${LIFETIME}:`],
  ['docs/security.md', `is stored for ${LIFETIME},`],
])('%s has the lifetime of keys: %s', (file, sentence) => {
  expect(read(file).replaceAll(/\s+/g, ' ')).toContain(sentence);
});

test('every option of createPortico is in docs/library.md and the changelog', () => {
  const names = propertiesOf('src/gateway/serve/PorticoOptions.ts', 'PorticoOptions');
  expect(names.length).toBeGreaterThan(10);
  expect(missing(names, read('docs/library.md'))).toEqual([]);
  expect(missing(names, CHANGELOG)).toEqual([]);
});

test('every command, with its options, is in docs/cli.md, and in the changelog', () => {
  expect(commands.length).toBeGreaterThan(8);
  const sections = new Map(
    read('docs/cli.md')
      .split(/^## /m)
      .map((section) => [section.slice(0, section.indexOf('\n')).replaceAll('`', ''), section]),
  );
  const shared = sections.get('Options that name an API')!;
  const undescribed = options.filter((option) => {
    const [command, long] = option.split(' ') as [string, string];
    return missing([long], (sections.get(command) ?? '') + shared).length > 0;
  });
  expect(undescribed).toEqual([]);
  expect(
    missing(
      commands.map((command) => command.name()),
      CHANGELOG,
    ),
  ).toEqual([]);
});

test('every setting is in docs/settings.md, those of the service apart, and in the changelog', () => {
  const [gateway, service] = [
    // The data folder is the service's: in a façade it has only the key of a subgraph.
    settingsOf('src/gateway/base/settings/readSettings.ts').filter((name) => name !== 'DATA_DIR'),
    settingsOf('src/service/config/readServiceSettings.ts'),
  ];
  expect(gateway.length).toBeGreaterThan(15);
  expect(service.length).toBeGreaterThan(3);
  const [forAll, ofService] = read('docs/settings.md').split('\n## The service of this repository\n');
  expect([missing(gateway, forAll!), missing(service, ofService!)]).toEqual([[], []]);
  expect(missing([...gateway, ...service], CHANGELOG)).toEqual([]);
});

test('docs/settings.md and the help of serve say the same of each setting', () => {
  const rows = Object.entries(SERVICE_SETTINGS).map(([name, { default: fallback = 'none', meaning }]) => [
    `\`${name}\``,
    fallback,
    meaning,
  ]);
  const documented = [...read('docs/settings.md').matchAll(/^\| (`[A-Z_]+`) +\| (.*?) +\| (.*?) +\|$/gm)];
  expect(documented.map(([, ...cells]) => cells).sort()).toEqual(rows.sort());
  const help = describeSettings(SERVICE_SETTINGS);
  expect(help).toContain('\n  PORT                         the port; 0 selects a free one (default: 4000)\n');
  expect(missing(Object.keys(SERVICE_SETTINGS), help)).toEqual([]);
});

test('every error code is in docs/errors.md and in the changelog', () => {
  expect(missing(Object.keys(STATUS_OF_CODE), read('docs/errors.md'))).toEqual([]);
  expect(missing(Object.keys(STATUS_OF_CODE), CHANGELOG)).toEqual([]);
});

describe('every response header of its own that a client reads', () => {
  const headers = Object.entries(OWN_HEADERS);
  const names = headers.flatMap(([name, { isExposed }]) => (isExposed ? [name] : []));
  test('is in a reference, and in the changelog', () => {
    expect(names.length).toBeGreaterThan(8);
    expect(missing(names, readAll('docs/', /\.md$/))).toEqual([]);
    expect(missing(names, CHANGELOG)).toEqual([]);
  });
  test('is in an OpenAPI document of an example, if documents have it', () => {
    const documented = headers.flatMap(([name, { isDocumented }]) => (isDocumented ? [name] : []));
    expect(missing(documented, JSON.stringify([...documents.values()]))).toEqual([]);
  });
});
