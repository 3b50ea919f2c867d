import type { Settings } from '../../gateway/base/settings/Settings.ts';
import { findMisspelledSettings } from '../../gateway/base/settings/misspelledSettings.ts';
import { createLogger } from '../../gateway/base/telemetry/createLogger.ts';
import { UsageError } from '../../project/UsageError.ts';
import { type ToolOptions, readHeaders } from '../../project/commandOptions.ts';
import { stopOnSignals, stopOnce } from '../../project/stopOnSignals.ts';
import type { ServeMode } from './ServeMode.ts';

/**
 * Serves the tools of a mode over standard input and output, until the input ends or a signal comes. The log is on standard error. Rejects
 * with a UsageError where the API has no tools. `names` are those of the variables that the program reads.
 */
export async function runTools(
  settings: Settings,
  mode: ServeMode,
  options: ToolOptions,
  names: readonly string[] = [],
): Promise<void> {
  const { version, token = process.env['MCP_TOKEN'], header } = options;
  if (version !== undefined && !/^[1-9]\d{0,5}$/.test(version)) {
    throw new UsageError(`--version must be the number of a version, such as 2, not "${version}".`);
  }
  const headers = readHeaders(header);
  await mode.check();
  const log = createLogger(settings.logLevel, process.stderr);
  for (const warning of [...findMisspelledSettings(names, process.env), ...(mode.warnings ?? [])]) log.warn(warning);
  let closed: Promise<void> | undefined;
  const { server } = await mode.start(
    {
      log,
      onProgress: (line) => void process.stderr.write(`${line}\n`),
      serve: async ({ tools }) => {
        if (!tools) {
          throw new UsageError('The API has no tools: name some in "tools" of conventions.json, such as ["GET"].');
        }
        const number = version === undefined ? undefined : Number(version);
        const stdio = await tools.serveStdio(number, { log, headers, ...(token && { token }) });
        closed = stdio.closed;
        return { url: 'stdio:', close: stdio.close };
      },
    },
    false,
  );
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= server.close());
  stopOnSignals(close);
  void closed?.then(stopOnce(close));
}
