// The command line of the service: the commands of the gateway over the service's own API, and commands of its own. Each loads
// its modules when it runs.
import v8 from 'node:v8';
import { Option } from 'commander';
import {
  CONFIG,
  type ToolOptions,
  type UpstreamOptions,
  addToolOptions,
  addUpstreamOptions,
  collect,
  createProgram,
  describeSettings,
  describeUsage,
  print,
  printReport,
  readPackage,
  runProgram,
  variablesOf,
} from '../../cli/program.ts';
import { SERVICE_SETTINGS } from '../config/serviceSettings.ts';
import { defaultApi } from '../defaultApi.ts';
import type { SchemaOptions } from './schema.ts';
import type { ServeOptions } from './selectMode.ts';
import type { TokenOptions } from './token.ts';

/**
 * About 100 times the default, which makes V8 optimize hundreds of functions where the embedded database is opened: more CPU time than
 * everything else that a start takes. What serving uses often is still optimized. Affects the modules that are instantiated afterwards.
 */
const DELAYED_OPTIMIZATION = '--wasm-tiering-budget=2000000000';

const program = createProgram({ ...readPackage(), defaults: defaultApi });

/** The settings, and what the options and the configuration of the folder select; without both that is the service. */
async function readMode(options: ServeOptions) {
  const [{ readServiceSettings }, { selectMode }, { readConfig }] = await Promise.all([
    import('../config/readServiceSettings.ts'),
    import('./selectMode.ts'),
    import('../../cli/serve.ts'),
  ]);
  const settings = readServiceSettings(process.env);
  const config = options.subgraph === undefined ? await readConfig(process.cwd(), options.config) : undefined;
  return { settings, mode: selectMode(settings, options, process.env, config) };
}

const serve = program
  .command('serve')
  .description('Serve REST and GraphQL.')
  .option('--subgraph <name>', 'serve only this subgraph, for a federation router');
addUpstreamOptions(serve)
  .option(...CONFIG)
  .addHelpText('after', describeSettings(SERVICE_SETTINGS))
  .addHelpText(
    'after',
    describeUsage(
      'start or shutdown failed',
      'PORT=8080 portico serve',
      'PORT=4001 portico serve --subgraph users',
      'portico serve --upstream http://localhost:4100/graphql --schema schema/supergraph.graphql',
    ),
  )
  .action(async (options: ServeOptions) => {
    const [{ runServer }, { settings, mode }] = await Promise.all([import('../../cli/serve.ts'), readMode(options)]);
    if (settings.databaseUrl === undefined) v8.setFlagsFromString(DELAYED_OPTIMIZATION);
    await runServer(settings, mode, variablesOf(SERVICE_SETTINGS));
  });

const mcp = program
  .command('mcp')
  .description('Serve the tools of the API to an agent over standard input and output (Model Context Protocol).');
addToolOptions(addUpstreamOptions(mcp))
  .option(...CONFIG)
  .addHelpText(
    'after',
    describeUsage(
      'start failed',
      'MCP_TOKEN=$(portico token --scope products:read) portico mcp',
      'portico mcp --version 2',
    ),
  )
  .action(async ({ version, token, header, ...options }: UpstreamOptions & ToolOptions) => {
    const [{ runTools }, { settings, mode }] = await Promise.all([import('../../cli/serve.ts'), readMode(options)]);
    if (settings.databaseUrl === undefined) v8.setFlagsFromString(DELAYED_OPTIMIZATION);
    await runTools(settings, mode, { version, token, header }, variablesOf(SERVICE_SETTINGS));
  });

const doctor = program
  .command('doctor')
  .description('Check what serve needs, and say what is wrong and how to fix it. Changes nothing.')
  .option('--subgraph <name>', 'check what this subgraph needs');
addUpstreamOptions(doctor)
  .option(...CONFIG)
  .option('--json', 'print JSON')
  .addHelpText('after', describeUsage('something would not work', 'DATABASE_URL=postgresql://… portico doctor'))
  .action(async ({ json, ...options }: ServeOptions & { json?: boolean }) => {
    const { doctor: diagnose } = await import('../../cli/serve.ts');
    const read = () => readMode(options);
    printReport(await diagnose(variablesOf(SERVICE_SETTINGS), process.env, read), json);
  });

program
  .command('migrate')
  .description('Migrate the database, whatever MIGRATE says; with SEED=demo an empty one also gets the demo data.')
  .addHelpText(
    'after',
    describeUsage('migration failed', 'DATABASE_URL=postgresql://user@host:5432/name portico migrate'),
  )
  .action(async () => {
    const { migrate } = await import('./migrate.ts');
    await migrate(process.env, print);
  });

program
  .command('backup')
  .description('Write everything in the data folder into a new file, also while the service runs.')
  .requiredOption('--out <file>', 'the new file; it has the signing key, so it is a secret')
  .addHelpText('after', describeUsage('no backup', 'portico backup --out portico.backup'))
  .action(async (options: { out: string }) => {
    const { backup } = await import('./backup.ts');
    await backup(options, process.env, print);
  });

program
  .command('restore')
  .description('Create the data folder from a backup.')
  .argument('<file>', 'what "portico backup" wrote')
  .addHelpText(
    'after',
    describeUsage('nothing is restored', 'DATA_DIR=/var/lib/portico portico restore portico.backup'),
  )
  .action(async (file: string) => {
    const { restore } = await import('./backup.ts');
    await restore(file, process.env, print);
  });

program
  .command('copy')
  .description('Copy the database in the data folder into an empty one on a PostgreSQL server.')
  .requiredOption('--to <url>', 'the empty database; its password may be in PGPASSWORD')
  .addHelpText('after', describeUsage('nothing is copied', 'portico copy --to postgresql://user@host:5432/name'))
  .action(async (options: { to: string }) => {
    const { copy } = await import('./backup.ts');
    await copy(options, process.env, print);
  });

program
  .command('token')
  .description('Print a token signed with the key in the data folder.')
  .requiredOption('--scope <scopes>', 'the granted scopes, separated by spaces: "users:read users:write"')
  .option('--subject <name>', 'the subject of the token')
  .option('--expires <time>', 'the lifetime of the token, at most 24h: 90s, 15m, 1h', '1h')
  .addHelpText('after', describeUsage('no token', 'portico token --scope "users:read orders:read" --expires 24h'))
  .action(async (options: TokenOptions) => {
    const { token } = await import('./token.ts');
    print(await token(options, process.env));
  });

program
  .command('keys')
  .description('Manage the keys in the data folder, which sign tokens where no issuer is configured.')
  .command('rotate')
  .description(
    'Create a key that signs from now on. The others verify what they signed for 24 hours, and are removed then.',
  )
  .addHelpText('after', describeUsage('no new key', 'portico keys rotate'))
  .action(async () => {
    const { rotateKeys } = await import('./token.ts');
    print(await rotateKeys(process.env));
  });

program
  .command('schema')
  .description('Print the GraphQL schema of the service, or of one subgraph.')
  .option('--subgraph <name>', 'print only this subgraph, as a federation router composes it')
  .addOption(new Option('--format <format>', 'the output format').choices(['sdl', 'introspection']).default('sdl'))
  .addHelpText('after', describeUsage('no schema', 'portico schema --subgraph users > users.graphql'))
  .action(async (options: SchemaOptions) => {
    const [{ schema }, { composeSchema }] = await Promise.all([import('./schema.ts'), import('../composeSchema.ts')]);
    print(schema(composeSchema(), options));
  });

program
  .command('compose')
  .description('Print the supergraph of all subgraphs, for a federation router.')
  .option(
    '--url <name=url>',
    'the routing URL of a subgraph (default: localhost, ports from 4001); repeatable',
    collect,
  )
  .addHelpText(
    'after',
    describeUsage(
      'composition failed',
      'portico compose > supergraph.graphql',
      'portico compose --url users=http://users.internal/graphql --url orders=http://orders.internal/graphql',
    ),
  )
  .action(async ({ url }: { url?: string[] }) => {
    const [{ compose }, { composeSchema }] = await Promise.all([import('./compose.ts'), import('../composeSchema.ts')]);
    print(compose(composeSchema(), url));
  });

// What they change is in the embedded database where DATABASE_URL is misspelled. The others log what is misspelled, or read no setting.
for (const command of program.commands) {
  if (!['migrate', 'backup', 'restore', 'copy', 'token', 'keys'].includes(command.name())) continue;
  command.hook('preAction', async () => {
    const { findMisspelledSettings } = await import('../../cli/serve.ts');
    for (const warning of findMisspelledSettings(variablesOf(SERVICE_SETTINGS), process.env)) {
      process.stderr.write(`portico: ${warning}\n`);
    }
  });
}

await runProgram(program);
