// The general commands of `portico`: those that read an API. Each loads its modules when it runs.
import { Command, Option } from 'commander';
import { addAdd } from '../authoring/add/addAdd.ts';
import { addDev } from '../authoring/dev/addDev.ts';
import { addInit } from '../authoring/init/addInit.ts';
import { type Report, print, printReport } from '../project/Report.ts';
import { addApiOptions, collect, describeUsage } from '../project/commandOptions.ts';
import type { ApiOptions, Project } from '../project/resolveProject.ts';
import type { ContractsOptions } from './contracts.ts';

export interface ProgramOptions {
  version: string;
  description: string;
  /** The API of the program, which commands read where neither options nor a configuration name one. */
  defaults?: Project;
}

interface JsonOption {
  json?: boolean;
}

interface OutputOptions {
  json?: boolean | undefined;
  github?: boolean | undefined;
}

/** Creates `portico` with `check`, `routes`, `openapi`, `explain`, `build`, `contracts`, `dev`, `init` and `add`; programs add their own commands. */
export function createProgram({ version, description, defaults }: ProgramOptions): Command {
  // Options of the program precede the command, so that a command can have a --version of its own.
  const program = new Command('portico')
    .description(description)
    .version(version)
    .enablePositionalOptions()
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

  withApi('check')
    .description('Validate the endpoint documents against the schema; report each problem with file and line.')
    .option('--json', 'print JSON')
    .addOption(githubOption())
    .addHelpText('after', describeUsage('invalid documents', example('check'), example('check', '--github')))
    .action(async ({ json, github, ...options }: ApiOptions & OutputOptions) => {
      const [{ check }, { describeOpenApi }] = await Promise.all([
        import('./check.ts'),
        import('../project/readApi.ts'),
      ]);
      const compile = async () => {
        const { api, settings } = await load(options);
        describeOpenApi(api, settings);
        return api.plan;
      };
      await printFor(await check(compile), { json, github });
    });

  withApi('routes')
    .description('List the endpoints of every version, with the file of each.')
    .option('--json', 'print JSON')
    .addHelpText('after', describeUsage('invalid documents', example('routes'), example('routes', '| grep /orders')))
    .action(async ({ json, ...options }: ApiOptions & JsonOption) => {
      const [{ routes }, { api }] = await Promise.all([import('../project/routes.ts'), load(options)]);
      printReport(routes(api.plan), json);
    });

  withApi('openapi')
    .description('Print the OpenAPI 3.1 document of a version, or of the unversioned paths.')
    .option('--version <number>', 'the version; without it the unversioned paths')
    .addHelpText('after', describeUsage('invalid documents', example('openapi', '--version 2 > openapi.v2.json')))
    .action(async (options: ApiOptions & { version?: string }) => {
      const [{ openapi }, { describeOpenApi }, { api, settings }] = await Promise.all([
        import('./openapi.ts'),
        import('../project/readApi.ts'),
        load(options),
      ]);
      print(openapi(describeOpenApi(api, settings), options.version));
    });

  withApi('explain')
    .description('Explain a request without executing it: its endpoint, parameters, operation, scopes and responses.')
    .argument('<method>', 'the method of the request, such as GET')
    .argument('<path>', 'the path of the request, with its query, such as "/v1/orders/5?expand=user"')
    .option('--accept <types>', 'the Accept header of the request')
    .option('--header <header>', 'another header of the request, "Name: value"; repeatable', collect)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      describeUsage(
        'a request that is refused',
        example('explain', "GET '/v1/orders/5?expand=user'"),
        example('explain', 'POST /users --accept application/vnd.portico.v2+json'),
      ),
    )
    .action(
      async (
        method: string,
        path: string,
        options: ApiOptions & JsonOption & { accept?: string; header?: string[] },
      ) => {
        const [{ explain }, { readHeaders }, { api, settings }] = await Promise.all([
          import('./explain.ts'),
          import('./explain.ts'),
          load(options),
        ]);
        const { accept, header, json } = options;
        const headers = readHeaders(header, accept);
        printReport(explain(api, settings, { method: method.toUpperCase(), target: path, headers }), json);
      },
    );

  withApi('build')
    .description('Compile the endpoint documents of all versions to a plan, which serve --plan starts from.')
    .requiredOption('--out <file>', 'the file of the plan')
    .addHelpText('after', describeUsage('invalid documents', example('build', '--out plan.json')))
    .action(async ({ out, ...options }: ApiOptions & { out: string }) => {
      const [{ build }, { describeOpenApi }, { api, settings }] = await Promise.all([
        import('./build.ts'),
        import('../project/readApi.ts'),
        load(options),
      ]);
      describeOpenApi(api, settings);
      printReport(build(api.plan, out));
    });

  withApi('contracts')
    .description('Write the contracts, and compare them with every version that was ever committed.')
    .option('--check', 'write nothing; also refuse contracts that are stale or not committed')
    .option('--against <contracts>', 'compare with a folder (./old), a URL, or a branch, tag or commit instead')
    .option('--json', 'print JSON')
    .addOption(githubOption())
    .addHelpText(
      'after',
      describeUsage(
        'a breaking change, or contracts that cannot be compared',
        example('contracts'),
        example('contracts', '--check --github'),
        example('contracts', '--check --against https://api.example.com'),
      ),
    )
    .action(async ({ json, github, ...options }: ContractsOptions & OutputOptions) => {
      const { contracts } = await import('./contracts.ts');
      await printFor(await contracts(options, process.env, defaults), { json, github });
    });

  addDev(program, defaults);
  addInit(program);
  addAdd(program, defaults);

  return program;

  function withApi(name: string): Command {
    return addApiOptions(program.command(name));
  }

  function githubOption(): Option {
    return new Option('--github', 'also print annotations for GitHub Actions').conflicts('json');
  }

  async function printFor(report: Report, { json, github }: OutputOptions): Promise<void> {
    if (!github) return printReport(report, json);
    const { annotateReport } = await import('./annotateReport.ts');
    printReport(annotateReport(report, process.env));
  }

  function example(command: string, rest = ''): string {
    return `portico ${command} ${rest}`.trimEnd();
  }

  /** Compiles the API as the settings of the environment would serve it. */
  async function load(options: ApiOptions) {
    const [{ readSettings }, { resolveProject }, { readApi }] = await Promise.all([
      import('../gateway/config/readSettings.ts'),
      import('../project/resolveProject.ts'),
      import('../project/readApi.ts'),
    ]);
    const settings = readSettings(process.env);
    return { settings, api: await readApi(await resolveProject(options, defaults)) };
  }
}
