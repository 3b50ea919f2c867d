import type { Command } from 'commander';
import { print, printReport } from '../../project/Report.ts';
import { collect, describeUsage } from '../../project/commandOptions.ts';
import type { InitOptions } from './Setup.ts';

/** Adds `init`. */
export function addInit(program: Command): void {
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
    .action(async (schema: string | undefined, { json, ...options }: InitOptions & { json?: boolean }) => {
      const [{ init }, { readPackage }, { findTarball }] = await Promise.all([
        import('./init.ts'),
        import('../../project/readPackage.ts'),
        import('./findProjectFiles.ts'),
      ]);
      const installed = readPackage();
      const isInteractive = !options.yes && !json && process.stdin.isTTY && process.stdout.isTTY;
      const terminal = isInteractive ? { terminal: { input: process.stdin, output: process.stdout } } : {};
      const report = await init(schema, options, {
        folder: process.cwd(),
        program: { ...installed, tarball: findTarball(installed.name) },
        ...terminal,
      });
      if (isInteractive) print('');
      printReport(report, json);
    });
}
