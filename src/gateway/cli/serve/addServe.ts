import type { Command } from 'commander';
import { describeUsage } from '../describeUsage.ts';
import { addUpstreamOptions, type UpstreamOptions } from './addUpstreamOptions.ts';

/** Adds `serve` for a gateway in front of an upstream. */
export function addServe(program: Command): void {
  const serve = program
    .command('serve')
    .description('Serve REST in front of a GraphQL API. Settings are environment variables; see README.md.');
  addUpstreamOptions(serve)
    .addHelpText(
      'after',
      describeUsage(
        'start or shutdown failed',
        'PORT=8080 portico serve --upstream https://api.example.com/graphql --endpoints rest',
      ),
    )
    .action(async (options: UpstreamOptions) => {
      const [{ readSettings }, { createFacadeMode }, { runServer }] = await Promise.all([
        import('../../config/readSettings.ts'),
        import('./createFacadeMode.ts'),
        import('./runServer.ts'),
      ]);
      const settings = readSettings(process.env);
      await runServer(settings, createFacadeMode(settings, options));
    });
}
