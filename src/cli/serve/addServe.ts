import type { Command } from 'commander';
import { type UpstreamOptions, addUpstreamOptions, describeUsage } from '../../project/commandOptions.ts';

/** Adds `serve` for a gateway in front of an upstream. */
export function addServe(program: Command): void {
  const serve = program
    .command('serve')
    .description('Serve REST in front of a GraphQL API. Settings are environment variables; see docs/settings.md.');
  addUpstreamOptions(serve)
    .option('--config <file>', 'the configuration (default: portico.config.ts, .js or .json in this folder)')
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
}
