import { type Command, Option } from 'commander';
import { collect } from '../collect.ts';
import type { ApiOptions } from '../project/readSources.ts';

/** The options of a façade, as commander parses them. */
export interface UpstreamOptions extends ApiOptions {
  plan?: string;
  /** The former name of `upstreamHeader`. */
  header?: string[];
}

/** Declares the options of a façade. */
export function addUpstreamOptions(command: Command): Command {
  return command
    .option('--upstream <url>', 'the URL of a GraphQL API to serve as REST')
    .option(
      '--schema <file>',
      'the SDL, supergraph or introspection of the upstream; without it the upstream is introspected',
    )
    .option('--endpoints <folder>', 'the endpoint documents for the upstream')
    .option('--plan <file>', 'the plan that "portico build" wrote, instead of endpoint documents')
    .option('--upstream-header <header>', 'a header of every upstream request, "Name: value"; repeatable', collect)
    .addOption(new Option('--header <header>').argParser(collect).hideHelp())
    .option('--forward-header <name>', 'a header of clients that is forwarded to the upstream; repeatable', collect);
}
