import type { Settings } from '../../config/Settings.ts';
import type { LoadedApi } from './createApiLoader.ts';
import type { Terminal } from './createTerminal.ts';
import type { DataSource } from './DataSource.ts';
import { describeExample } from './describeExample.ts';
import { describeRoutes } from './describeRoutes.ts';

interface DescribedServer {
  settings: Settings;
  data: DataSource;
  /** Of the server. */
  url: string;
  style: Terminal['style'];
}

/** Describes an API that is served for the first time: its routes, their authorization, and a first request. */
export function describeFirst({ plan }: LoadedApi, { settings, data, url, style }: DescribedServer): string {
  const hasIssuer = settings.auth.key.kind !== 'local';
  const isOpen = !hasIssuer && !data.isRemote;
  const example = describeExample(plan, { url, settings, needsToken: hasIssuer });
  return [
    describeRoutes(plan),
    '',
    ...(isOpen ? ['No credentials are required, and scopes are not checked; AUTH_… settings turn both on.'] : []),
    ...(example === undefined ? [] : [`Try: ${style('cyan', example)}`]),
  ].join('\n');
}
