import { readdirSync, readFileSync } from 'node:fs';
import { ArgumentError } from '../../gateway/cli/ArgumentError.ts';
import { readUpstream } from '../../gateway/cli/readUpstream.ts';
import type { ServeOptions } from './startMode.ts';

/** Refuses options of `serve` that cannot be meant together, or each by itself. Throws an ArgumentError. */
export function checkOptions({ subgraph, upstream, header, forwardHeader, ...facade }: ServeOptions): void {
  const [misplaced] = [
    ...Object.keys(facade),
    ...(header ? ['header'] : []),
    ...(forwardHeader ? ['forward-header'] : []),
  ];
  if (upstream === undefined && misplaced !== undefined)
    throw new ArgumentError(`--${misplaced} needs --upstream beside it.`);
  if (upstream !== undefined && subgraph !== undefined)
    throw new ArgumentError('--subgraph and --upstream exclude each other.');
  if (upstream !== undefined) readUpstream(upstream, header, forwardHeader);
  checkPaths(facade);
}

/** Refuses a file of `--schema` and a folder of `--endpoints` that cannot be read. Throws an ArgumentError. */
export function checkPaths({ schema, endpoints }: { schema?: string; endpoints?: string }): void {
  if (schema !== undefined) checkRead(`--schema: the file ${schema}`, () => readFileSync(schema));
  if (endpoints !== undefined) checkRead(`--endpoints: the folder ${endpoints}`, () => readdirSync(endpoints));
}

function checkRead(subject: string, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    // Node writes the call and the path behind a comma.
    const [reason] = (error as Error).message.split(', ', 1);
    throw new ArgumentError(`${subject} cannot be read. ${reason}.`);
  }
}
