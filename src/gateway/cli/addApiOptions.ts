import type { Command } from 'commander';
import { collect } from './collect.ts';

/** Declares the options that name an API; see `resolveProject`. */
export function addApiOptions(command: Command): Command {
  return command
    .option('--schema <file>', 'the schema: SDL, a supergraph, an introspection, or a module that exports it')
    .option('--upstream <url>', 'the GraphQL API to introspect, instead of --schema')
    .option('--upstream-header <header>', 'a header of every upstream request, "Name: value"; repeatable', collect)
    .option('--endpoints <folder>', 'the endpoint documents')
    .option('--config <file>', 'the configuration (default: portico.config.ts, .js or .json in this folder)');
}
