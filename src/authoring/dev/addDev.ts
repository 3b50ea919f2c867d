import type { Command } from 'commander';
import { addApiOptions, describeUsage } from '../../project/commandOptions.ts';
import type { ApiOptions, Project } from '../../project/resolveProject.ts';

/** Adds `dev`. */
export function addDev(program: Command, defaults?: Project): void {
  addApiOptions(program.command('dev'))
    .description(
      'Serve the API and reload it at every change of its files. Settings are environment variables, as of serve.',
    )
    .option('--mock', 'return mock data, without a GraphQL API')
    .addHelpText(
      'after',
      describeUsage(
        'start failed',
        'portico dev --mock',
        'PORT=8080 portico dev --schema schema.ts --endpoints rest',
        'portico dev --upstream https://api.example.com/graphql --endpoints rest',
      ),
    )
    .action(async ({ mock = false, ...options }: ApiOptions & { mock?: boolean }) => {
      const { dev } = await import('./dev.ts');
      await dev({ ...options, mock }, process.env, defaults);
    });
}
