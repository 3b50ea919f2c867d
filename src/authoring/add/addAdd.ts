import type { Command } from 'commander';
import { printReport } from '../../project/Report.ts';
import { addApiOptions, describeUsage } from '../../project/commandOptions.ts';
import type { Project } from '../../project/resolveProject.ts';
import type { AddOptions } from './add.ts';

/** Adds `add`. */
export function addAdd(program: Command, defaults?: Project): void {
  addApiOptions(program.command('add'))
    .description('Write an endpoint document for one more field of the schema.')
    .argument('<field>', 'a root field, as "user" or "Mutation.createUser", or a field of an object, as "User.posts"')
    .option(
      '--version <number>',
      'the version that gets the endpoint; the next one begins a new version (default: the newest)',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      describeUsage(
        'the field already has an endpoint, or cannot have one',
        'portico add user',
        'portico add User.posts',
        'portico add Mutation.createUser --version 2',
      ),
    )
    .action(async (field: string, { json, ...options }: AddOptions & { json?: boolean }) => {
      const { add } = await import('./add.ts');
      printReport(await add(field, options, defaults), json);
    });
}
