// The general commands of `portico`: those that read an API. Each loads its modules when it runs.
import { Command, Option } from 'commander';
import type { AddOptions } from '../authoring/add/add.ts';
import type { InitOptions } from '../authoring/init/Setup.ts';
import { type Report, print, printReport } from '../project/Report.ts';
import { addApiOptions, collect, describeUsage, readHeaders } from '../project/commandOptions.ts';
import type { ApiOptions, Project } from '../project/resolveProject.ts';
import type { ContractsOptions } from './contracts.ts';
import type { DocumentsOptions } from './documents.ts';
import type { MatchOptions } from './match.ts';
import type { ReplayOptions } from './replay/replay.ts';
import type { UsageOptions } from './reportUsage.ts';

export interface ProgramOptions {
  version: string;
  description: string;
  /** The API of the program, which commands read where neither options nor a configuration name one. */
  defaults?: Project;
}

interface OutputOptions {
  json?: boolean | undefined;
  github?: boolean | undefined;
}

/** Creates `portico` with `check`, `routes`, `openapi`, `explain`, `build`, `documents`, `contracts`, `match`, `replay`, `usage`, `dev`, `init` and `add`; programs add their own commands. */
export function createProgram({ version, description, defaults }: ProgramOptions): Command {
  // Options of the program precede the command, so that a command can have a --version of its own.
  const program = new Command('portico')
    .description(description)
    .version(version)
    .enablePositionalOptions()
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

  withApi('check', 'invalid documents', '', '--github')
    .description('Validate the endpoint documents against the schema; report each problem with file and line.')
    .option('--json', 'print JSON')
    .addOption(githubOption())
    .action(async ({ json, github, ...options }: ApiOptions & OutputOptions) => {
      const { check } = await import('./commands.ts');
      const compile = async () => {
        const { api, describe } = await load(options);
        describe();
        return api.plan;
      };
      await printFor(await check(compile), { json, github });
    });

  withApi('routes', 'invalid documents', '', '| grep /orders')
    .description('List the endpoints of every version, with the file of each.')
    .option('--json', 'print JSON')
    .action(async ({ json, ...options }: ApiOptions & OutputOptions) => {
      const { commands, api } = await load(options);
      printReport(commands.routes(api.plan), json);
    });

  withApi('openapi', 'invalid documents', '--version 2 > openapi.v2.json')
    .description('Print the OpenAPI 3.1 document of a version, or of the unversioned paths.')
    .option('--version <number>', 'the version; without it the unversioned paths')
    .action(async (options: ApiOptions & { version?: string }) => {
      const { commands, describe } = await load(options);
      print(commands.openapi(describe(), options.version));
    });

  withApi(
    'explain',
    'a request that is refused',
    "GET '/v1/orders/5?expand=user'",
    'POST /users --accept application/vnd.portico.v2+json',
  )
    .description('Explain a request without executing it: its endpoint, parameters, operation, scopes and responses.')
    .argument('<method>', 'the method of the request, such as GET')
    .argument('<path>', 'the path of the request, with its query, such as "/v1/orders/5?expand=user"')
    .option('--accept <types>', 'the Accept header of the request')
    .option('--header <header>', 'another header of the request, "Name: value"; repeatable', collect)
    .option('--json', 'print JSON')
    .action(async (method: string, target: string, options: ApiOptions & OutputOptions & ExplainHeaders) => {
      const { accept, header, json } = options;
      const { commands, api, settings } = await load(options);
      const headers = { ...readHeaders(header), ...(accept !== undefined && { accept }) };
      printReport(commands.explain(api, settings, { method: method.toUpperCase(), target, headers }), json);
    });

  withApi('build', 'invalid documents', '--out plan.json')
    .description('Compile the endpoint documents of all versions to a plan, which serve --plan starts from.')
    .requiredOption('--out <file>', 'the file of the plan')
    .action(async ({ out, ...options }: ApiOptions & { out: string }) => {
      const { commands, api, describe } = await load(options);
      describe();
      printReport(commands.build(api.compiled, out));
    });

  withApi(
    'documents',
    'invalid documents, or too many for one endpoint',
    '--out manifests',
    '--out trusted.json --format apollo',
  )
    .description('List every GraphQL document that serve --trusted-documents sends, as manifests for the upstream.')
    .requiredOption('--out <path>', 'a folder, or a .json file for one manifest')
    .addOption(
      new Option('--format <format>', 'one format instead of both (a file: generic)').choices(['apollo', 'generic']),
    )
    .option('--json', 'print JSON')
    .action(async ({ out, format, json, ...options }: ApiOptions & OutputOptions & DocumentsOptions) => {
      const { commands, api } = await load(options);
      printReport(commands.documents(api, { out, ...(format && { format }) }), json);
    });

  withApi(
    'contracts',
    'a breaking change, or contracts that cannot be compared',
    '',
    '--check --github',
    '--check --against https://api.example.com',
    '--check --usage usage.json',
  )
    .description('Write the contracts, and compare them with every version that was ever committed.')
    .option('--check', 'write nothing; also refuse contracts that are stale or not committed')
    .option('--usage <file>', 'refuse to remove what clients still use: the output of usage --json, or a log')
    .option('--against <contracts>', 'compare with a folder (./old), a URL, or a branch, tag or commit instead')
    .option('--json', 'print JSON')
    .addOption(githubOption())
    .action(async ({ json, github, ...options }: ContractsOptions & OutputOptions) => {
      const { contracts } = await import('./commands.ts');
      await printFor(await contracts(options, process.env, defaults), { json, github });
    });

  program
    .command('replay')
    .description('Send recorded requests to an old API and to a new one, and print where their responses differ.')
    .requiredOption('--requests <file>', 'the recorded requests: HAR, or JSON Lines of { method, path, headers, body }')
    .requiredOption('--against <url>', 'the base URL of the old API')
    .requiredOption('--to <url>', 'the base URL of the new API')
    .option('--ignore <path>', 'no difference: /items/*/updatedAt, header:Name, status or body; repeatable', collect)
    .option('--header <header>', 'a header of every request to both APIs, "Name: value"; repeatable', collect)
    .option('--writes', 'also send requests that may write, to both APIs')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `${describeUsage(
        'a difference that is not compatible',
        'portico replay --requests app.har --against https://api.example.com/v3 --to http://127.0.0.1:4000',
        `portico replay --requests requests.jsonl --against $OLD --to $NEW --header "Authorization: Bearer $TOKEN"`,
      )}\nAn API that cannot be reached is 2, too.`,
    )
    .action(async (options: ReplayOptions) => {
      const { replay } = await import('./replay/replay.ts');
      printReport(await replay(options, print), options.json);
    });

  program
    .command('usage')
    .description('Print which clients use which endpoints, and what they use of it that is deprecated.')
    .addOption(new Option('--log <file>', 'the log of a server; - is standard input').conflicts('metrics'))
    .option('--metrics <url>', 'the metrics of a running server, at its METRICS_PORT')
    .option('--json', 'print JSON, which contracts --usage reads')
    .addHelpText(
      'after',
      describeUsage(
        'the metrics cannot be read',
        'portico usage --log portico.log',
        'zcat logs/*.gz | portico usage --log - --json > usage.json',
        'portico usage --metrics http://127.0.0.1:9464/metrics',
      ),
    )
    .action(async ({ json, ...options }: UsageOptions & OutputOptions) => {
      const { reportUsage } = await import('./reportUsage.ts');
      printReport(await reportUsage(options), json);
    });

  withApi(
    'match',
    'below --compatible, or invalid documents',
    '--openapi published.json',
    '--openapi published.json --version 1 --compatible 95',
  )
    .description(
      'Compare the API with a published OpenAPI document, and say what in the documents closes each difference.',
    )
    .requiredOption('--openapi <file>', 'the published document: OpenAPI 3.0 or 3.1, as JSON')
    .option('--version <number>', 'the version of the API; without it the unversioned paths')
    .option(
      '--compatible <percent>',
      'exit code 1 where less than this percentage is compatible for clients; with 100 also where endpoints are missing',
    )
    .option('--json', 'print JSON')
    .action(async ({ json, ...options }: ApiOptions & OutputOptions & MatchOptions) => {
      const { commands, api, describe } = await load(options, true);
      printReport(commands.match(api, api.plan.versions.length > 0 ? describe() : new Map(), options), json);
    });

  withApi(
    'dev',
    'start failed',
    '--mock',
    '--schema schema.ts --endpoints rest',
    '--upstream https://api.example.com/graphql --endpoints rest',
  )
    .description(
      'Serve the API and reload it at every change of its files. Settings are environment variables, as of serve.',
    )
    .option('--mock', 'return mock data, without a GraphQL API')
    .action(async ({ mock = false, ...options }: ApiOptions & { mock?: boolean }) => {
      const { dev } = await import('../authoring/dev/dev.ts');
      await dev({ ...options, mock }, process.env, defaults);
    });

  program
    .command('init')
    .description('Set this folder up: propose endpoints for a GraphQL API, and write them with a configuration.')
    .argument('[schema]', 'a schema file (SDL, an introspection or a module), or the URL of a GraphQL API')
    .option('--yes', 'skip all prompts')
    .option('--fields <names>', 'the root fields that become endpoints, as "user,createUser"; "Query": all queries')
    .option('--endpoints <folder>', 'the folder for endpoint documents (default: rest)')
    .option('--upstream <url>', 'the GraphQL API that executes, for a schema file')
    .option('--upstream-header <header>', 'a header of every upstream request, "Name: value"; repeatable', collect)
    .option('--json', 'skip all prompts, and print JSON')
    .addHelpText(
      'after',
      describeUsage(
        'the folder is already set up, or a file cannot be written',
        'portico init schema.graphql',
        'portico init https://api.example.com/graphql --upstream-header "Authorization: Bearer $TOKEN"',
        'portico init schema.graphql --yes --fields Query,createUser',
      ),
    )
    .action(async (schema: string | undefined, { json, ...options }: InitOptions & OutputOptions) => {
      const { describeProgram, init } = await import('../authoring/init/init.ts');
      const isInteractive = !options.yes && !json && process.stdin.isTTY && process.stdout.isTTY;
      const report = await init(schema, options, {
        folder: process.cwd(),
        program: describeProgram(),
        ...(isInteractive && { terminal: { input: process.stdin, output: process.stdout } }),
      });
      if (isInteractive) print('');
      printReport(report, json);
    });

  withApi(
    'add',
    'the field already has an endpoint, or cannot have one',
    'user',
    'User.posts',
    'Mutation.createUser --version 2',
  )
    .description('Write an endpoint document for one more field of the schema.')
    .argument('<field>', 'a root field, as "user" or "Mutation.createUser", or a field of an object, as "User.posts"')
    .option(
      '--version <number>',
      'the version that gets the endpoint; the next one begins a new version (default: the newest)',
    )
    .option('--json', 'print JSON')
    .action(async (field: string, { json, ...options }: AddOptions & OutputOptions) => {
      const { add } = await import('../authoring/add/add.ts');
      printReport(await add(field, options, defaults), json);
    });

  return program;

  /** A command that reads an API; `failure` says what exit code 1 means, `examples` are arguments. */
  function withApi(name: string, failure: string, ...examples: string[]): Command {
    const commands = examples.map((example) => `portico ${name} ${example}`.trimEnd());
    return addApiOptions(program.command(name)).addHelpText('after', describeUsage(failure, ...commands));
  }

  /** Compiles the API, which only some commands allow to be empty, and on demand its OpenAPI documents, as the settings of the environment would serve it. */
  async function load(options: ApiOptions, allowsEmpty = false) {
    const commands = await import('./commands.ts');
    const environment = commands.readSettings(process.env);
    const project = await commands.resolveProject(options, defaults);
    const settings = commands.settingsOf(project, environment);
    const api = await commands.readApi(project, allowsEmpty);
    return { commands, settings, api, describe: () => commands.describeOpenApi(api, settings) };
  }
}

interface ExplainHeaders {
  accept?: string;
  header?: string[];
}

function githubOption(): Option {
  return new Option('--github', 'also print annotations for GitHub Actions').conflicts('json');
}

async function printFor(report: Report, { json, github }: OutputOptions) {
  if (!github) return printReport(report, json);
  const { annotateReport } = await import('./commands.ts');
  printReport(annotateReport(report));
}
