import { type Command, Option } from 'commander';
import { TRUSTED_DOCUMENTS, type TrustedDocuments } from '../gateway/base/settings/settingFormats.ts';
import { UsageError } from './UsageError.ts';
import type { ApiOptions } from './readSources.ts';

/** Declares the options that name an API; see `resolveProject`. */
export function addApiOptions(command: Command): Command {
  return addSources(command).option(
    '--config <file>',
    'the configuration (default: portico.config.ts, .js or .json in this folder)',
  );
}

/** The options of a façade, as commander parses them. */
export interface UpstreamOptions extends ApiOptions {
  plan?: string;
  trustedDocuments?: TrustedDocuments;
}

/** Declares the options of a façade. */
export function addUpstreamOptions(command: Command): Command {
  return addSources(command)
    .option('--plan <file>', 'the plan that "portico build" wrote, instead of endpoint documents')
    .option('--forward-header <name>', 'a header of clients that is forwarded to the upstream; repeatable', collect)
    .option('--client-name <name>', 'the name that the upstream knows this client by')
    .option('--client-version <version>', 'the version of this client')
    .addOption(
      new Option(
        '--trusted-documents <form>',
        'send ids of documents instead of their text: those of "portico documents", which the upstream has to know',
      ).choices(TRUSTED_DOCUMENTS),
    );
}

/** The options of a server of tools, as commander parses them. */
export interface ToolOptions {
  version?: string | undefined;
  token?: string | undefined;
  header?: string[] | undefined;
}

/** Declares the options of a server of tools. */
export function addToolOptions(command: Command): Command {
  return command
    .option('--version <number>', 'the version of the API whose tools are served (default: its default version)')
    .option(
      '--token <token>',
      'the token of every call (default: the variable MCP_TOKEN, which other users do not see)',
    )
    .option('--header <header>', 'another header of every call, "Name: value"; repeatable', collect);
}

function addSources(command: Command): Command {
  return command
    .option(
      '--schema <file>',
      'the schema: SDL, a supergraph, an introspection, or a module that exports it, which serve does not take',
    )
    .option('--upstream <url>', 'the URL of the GraphQL API, which is introspected without a schema')
    .option('--upstream-header <header>', 'a header of every upstream request, "Name: value"; repeatable', collect)
    .option('--endpoints <folder>', 'the endpoint documents');
}

/** Collects the values of a repeatable option, as commander calls it. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

/** The headers of --header, by their names in lower case. Throws a UsageError. */
export function readHeaders(headers: readonly string[] = []): Record<string, string> {
  const read: Record<string, string> = {};
  for (const header of headers) {
    const [, name, value] = /^([^:\s]+):(.*)$/s.exec(header) ?? [];
    if (name === undefined || value === undefined) throw new UsageError('--header must be "Name: value".');
    read[name.toLowerCase()] = value.trim();
  }
  return read;
}

/** The end of a command's help: examples, and the exit codes. `failure` says what exit code 1 means. */
export function describeUsage(failure: string, ...commands: string[]): string {
  const examples = commands.map((command) => `  ${command}\n`).join('');
  return `\nExamples:\n${examples}\nExit codes: 0 success, 1 ${failure}, 2 invalid arguments or settings.`;
}
