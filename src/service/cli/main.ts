// The command line: reads arguments, loads and runs one command, and says in a line what went wrong. Exit codes: 0 done,
// 1 not, 2 wrong arguments or settings.
import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { SettingsError } from '../../gateway/config/SettingsError.ts';
import { ArgumentError } from '../../gateway/cli/ArgumentError.ts';
import { explainError } from '../../gateway/cli/explainError.ts';
import type { Report } from '../../gateway/cli/Report.ts';
import type { ServiceOptions } from './readService.ts';
import type { SchemaOptions } from './schema.ts';
import type { ServeOptions } from './startMode.ts';
import type { TokenOptions } from './token.ts';

const { version, description } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as {
  version: string;
  description: string;
};

// Options of the program itself stand before the command, so that a command can have a --version of its own.
const program = new Command('portico')
  .description(description)
  .version(version)
  .enablePositionalOptions()
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

program
  .command('serve')
  .description('Serve REST and GraphQL. Everything else is set by environment variables; see README.md.')
  .option('--subgraph <name>', 'only this subgraph, for a federation router')
  .option('--upstream <url>', 'only REST, in front of this GraphQL API; no database is opened')
  .option('--schema <file>', 'with --upstream: its SDL or supergraph; without it the upstream is introspected')
  .option('--endpoints <folder>', 'with --upstream: the endpoint documents; without it those of Portico')
  .option('--header <header>', 'with --upstream: a header that it is always sent, "Name: value"; repeatable', collect)
  .option('--forward-header <name>', 'with --upstream: a header of clients that it is sent too; repeatable', collect)
  .addHelpText(
    'after',
    furtherHelp(
      'it could not start or close',
      'PORT=8080 portico serve',
      'PORT=4001 portico serve --subgraph users',
      'portico serve --upstream http://localhost:4100/graphql --schema schema/supergraph.graphql',
    ),
  )
  .action(async (options: ServeOptions) => {
    const { serve } = await import('./serve.ts');
    await serve(process.env, options);
  });

program
  .command('migrate')
  .description(
    'Migrate the database and end; with SEED=demo an empty one gets the demo data too. MIGRATE=off leaves it to this.',
  )
  .addHelpText('after', furtherHelp('not migrated', 'DATABASE_URL=postgresql://user@host:5432/name portico migrate'))
  .action(async () => {
    const { migrate } = await import('./migrate.ts');
    await migrate(process.env, (line) => process.stdout.write(`${line}\n`));
  });

program
  .command('token')
  .description('Print a token signed with the key in the data folder.')
  .requiredOption('--scope <scopes>', 'what it permits, separated by spaces: "users:read users:write"')
  .option('--subject <name>', 'whom it is for')
  .option('--expires <time>', 'how long it is good: 90s, 15m, 1h, 7d', '1h')
  .addHelpText('after', furtherHelp('not signed', 'portico token --scope "users:read orders:read" --expires 7d'))
  .action(async (options: TokenOptions) => {
    const { token } = await import('./token.ts');
    print(await token(options, process.env));
  });

readsAny(program.command('check'))
  .description('Check the endpoint documents against the schema, and tell every mistake with file, line and mend.')
  .option('--json', 'print JSON, for tools')
  .addHelpText('after', furtherHelp('there are mistakes', 'portico check', 'portico check --json'))
  .action(async ({ json, ...options }: ServiceOptions & { json?: boolean }) => {
    const { check } = await import('../../gateway/cli/check.ts');
    report(await check(async () => (await read(options)).service.rest.plan), json);
  });

readsAny(program.command('routes'))
  .description('List every endpoint of every version, inherited ones with the file that they come from.')
  .option('--json', 'print JSON, for tools')
  .addHelpText('after', furtherHelp('the documents have mistakes', 'portico routes', 'portico routes | grep /orders'))
  .action(async ({ json, ...options }: ServiceOptions & { json?: boolean }) => {
    const [{ routes }, { service }] = await Promise.all([import('../../gateway/cli/routes.ts'), read(options)]);
    report(routes(service.rest.plan), json);
  });

readsAny(program.command('openapi'))
  .description('Print the OpenAPI 3.1 document of a version, or of the unversioned paths, in JSON.')
  .option('--version <number>', 'which version; without it the unversioned paths')
  .addHelpText('after', furtherHelp('the documents have mistakes', 'portico openapi --version 2 > openapi.v2.json'))
  .action(async (options: ServiceOptions & { version?: string }) => {
    const [{ openapi }, { service }] = await Promise.all([import('../../gateway/cli/openapi.ts'), read(options)]);
    print(openapi(service.rest.openApi, options.version));
  });

readsAny(program.command('explain'))
  .description(
    'Tell which endpoint a request reaches, and what it takes, runs, needs and answers. Nothing is executed.',
  )
  .argument('<method>', 'as in the request: GET')
  .argument('<path>', 'as in the request, with its query: "/v1/orders/5?expand=user"')
  .option('--accept <types>', 'the Accept header of the request')
  .option('--json', 'print JSON, for tools')
  .addHelpText(
    'after',
    furtherHelp(
      'no endpoint answers that request',
      "portico explain GET '/v1/orders/5?expand=user'",
      'portico explain POST /users --accept application/vnd.portico.v2+json',
    ),
  )
  .action(async (method: string, path: string, options: ServiceOptions & { accept?: string; json?: boolean }) => {
    const { accept, json } = options;
    const [{ explain }, { service, settings }] = await Promise.all([
      import('../../gateway/cli/explain.ts'),
      read(options),
    ]);
    report(
      explain({ plan: service.rest.plan, schema: service.schema }, settings, {
        method: method.toUpperCase(),
        target: path,
        headers: accept === undefined ? {} : { accept },
      }),
      json,
    );
  });

program
  .command('schema')
  .description('Print the GraphQL schema, or that of one subgraph.')
  .option('--subgraph <name>', 'only this subgraph, as a federation router composes it')
  .addOption(new Option('--format <format>', 'in which form').choices(['sdl', 'introspection']).default('sdl'))
  .addHelpText('after', furtherHelp('not printed', 'portico schema --subgraph users > users.graphql'))
  .action(async (options: SchemaOptions) => {
    const [{ schema }, { service }] = await Promise.all([import('./schema.ts'), read()]);
    print(schema(service, options));
  });

program
  .command('compose')
  .description('Print the supergraph of all subgraphs, for a federation router.')
  .option('--url <name=url>', 'where the router reaches a subgraph; without it localhost, 4001 and on', collect)
  .addHelpText(
    'after',
    furtherHelp(
      'the subgraphs do not fit together',
      'portico compose > supergraph.graphql',
      'portico compose --url users=http://users.internal/graphql --url orders=http://orders.internal/graphql',
    ),
  )
  .action(async ({ url }: { url?: string[] }) => {
    const [{ compose }, { service }] = await Promise.all([import('./compose.ts'), read()]);
    print(compose(service, url));
  });

program
  .command('contracts')
  .description('Write the contracts of this repository, and compare them with every one that was ever committed.')
  .option('--check', 'write nothing; also refuse contracts that are stale or not committed')
  .addHelpText('after', furtherHelp('a contract breaks its word', 'portico contracts', 'portico contracts --check'))
  .action(async (options: { check?: boolean }) => {
    const { contracts } = await import('./contracts.ts');
    const { text, ok } = await contracts(options);
    print(text);
    if (!ok) process.exitCode = 1;
  });

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(explainError(error));
  process.exit(error instanceof ArgumentError || error instanceof SettingsError ? 2 : 1);
}

/** Gathers the values of an option that can be repeated. */
function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** Loads what reads a service as these settings would serve it. */
async function read(options: ServiceOptions = {}) {
  const [{ readSettings }, { readService }] = await Promise.all([
    import('../../gateway/config/readSettings.ts'),
    import('./readService.ts'),
  ]);
  const settings = readSettings(process.env);
  return { settings, service: await readService(settings, options) };
}

/** The options of a command that can read another API than Portico's own. */
function readsAny(command: Command): Command {
  return command
    .option('--schema <file>', 'the SDL or supergraph of another API, with --endpoints')
    .option('--endpoints <folder>', 'other endpoint documents than those of Portico');
}

function report({ text, json, ok }: Report, asJson = false): void {
  print(asJson ? JSON.stringify(json, null, 2) : text.trimEnd());
  if (!ok) process.exitCode = 1;
}

function print(text: string): void {
  // Whoever reads only the beginning, as `head` does, closes the pipe.
  process.stdout.once('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
  process.stdout.write(`${text}\n`);
}

/** What stands below the options in the help of a command. */
function furtherHelp(failure: string, ...commands: string[]): string {
  const examples = commands.map((each) => `  ${each}\n`).join('');
  return `\nExamples:\n${examples}\nExit codes: 0 done, 1 ${failure}, 2 wrong arguments or settings.`;
}
