import type { Command } from 'commander';
import { SETTINGS, describeSettings } from '../../gateway/base/settings/describeSettings.ts';
import { printReport } from '../../project/Report.ts';
import {
  type ToolOptions,
  type UpstreamOptions,
  addToolOptions,
  addUpstreamOptions,
  describeUsage,
} from '../../project/commandOptions.ts';

/** The option of the commands that serve what a configuration names. */
export const CONFIG = [
  '--config <file>',
  'the configuration (default: portico.config.ts, .js or .json in this folder)',
] as const;

/** Adds `serve`, `mcp` and `doctor` for a gateway in front of an upstream. */
export function addServe(program: Command): void {
  const serve = program.command('serve').description('Serve REST in front of a GraphQL API.');
  addUpstreamOptions(serve)
    .option(...CONFIG)
    .addHelpText('after', describeSettings(SETTINGS))
    .addHelpText(
      'after',
      describeUsage(
        'start or shutdown failed',
        'PORT=8080 portico serve',
        'portico serve --upstream https://api.example.com/graphql --endpoints rest',
      ),
    )
    .action(async (options: UpstreamOptions) => {
      const { serveFacade } = await import('./createFacadeMode.ts');
      await serveFacade(options);
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
        'portico mcp',
        'MCP_TOKEN=… portico mcp --upstream https://api.example.com/graphql --endpoints rest',
      ),
    )
    .action(async (options: UpstreamOptions & ToolOptions) => {
      const { serveFacadeTools } = await import('./createFacadeMode.ts');
      await serveFacadeTools(options);
    });
  const doctor = program
    .command('doctor')
    .description('Check what serve needs, and say what is wrong and how to fix it. Changes nothing.');
  addUpstreamOptions(doctor)
    .option(...CONFIG)
    .option('--json', 'print JSON')
    .addHelpText('after', describeUsage('something would not work', 'PORT=8080 portico doctor'))
    .action(async ({ json, ...options }: UpstreamOptions & { json?: boolean }) => {
      const { diagnoseFacade } = await import('./createFacadeMode.ts');
      printReport(await diagnoseFacade(options), json);
    });
}
