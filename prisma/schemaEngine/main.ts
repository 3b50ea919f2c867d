// Implements the protocol of Prisma's native schema engine, JSON-RPC over standard input and output, with the WASM build of
// the same engine. Prisma's command line starts it.
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { readDatabaseUrls } from '../../src/service/config/readDatabaseUrls.ts';
import { loadSchemaEngine } from './loadSchemaEngine.ts';
import { runCommand } from './runCommand.ts';
import { SchemaAdapters } from './SchemaAdapters.ts';

/** A request of the command line. See https://www.jsonrpc.org/specification */
interface RpcRequest {
  id: number;
  /** Absent in the command line's responses. */
  method?: string;
  params: unknown;
}

interface DiffResult {
  exitCode: number;
  stdout: string | null;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    version: { type: 'boolean' },
    datasource: { type: 'string' },
    datamodels: { type: 'string', multiple: true },
  },
});
const { url } = JSON.parse(String(values.datasource ?? '{}')) as { url?: string };
const { SchemaEngine, version } = await loadSchemaEngine();

if (values.version) console.log(`schema-engine-wasm ${version()}`);
else if (positionals[0] === 'cli') await runCommand(positionals[1] ?? '', url ?? '');
else await serve();

async function serve(): Promise<void> {
  let engine: Awaited<ReturnType<typeof startEngine>> | undefined;
  // One request after the other: the engine has one connection.
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as RpcRequest;
    const { id, method, params } = request;
    if (method === undefined) continue;
    try {
      engine ??= await startEngine(request);
      const result = await engine[method === 'getDatabaseVersion' ? 'version' : method]?.(params);
      reply({ id, result: method === 'diff' ? printDiff(result as DiffResult) : (result ?? {}) });
    } catch (error) {
      const { message, code, meta } = error as { message: string; code?: string; meta?: unknown };
      const data = { is_panic: false, message, error_code: code, meta };
      reply({ id, error: { code: 4466, message: 'An error happened. Check the data field for details.', data } });
    }
  }
  process.exit(0);
}

/** The engine connects when it starts, so a diff of files alone uses a shadow database. */
async function startEngine({
  method,
  params,
}: RpcRequest): Promise<Record<string, (params: unknown) => Promise<unknown>>> {
  const files = (values.datamodels ?? []) as string[];
  const datamodels = await Promise.all(
    files.map(async (file): Promise<[string, string]> => [file, await readFile(file, 'utf8')]),
  );
  const { from, to } = params as Partial<Record<'from' | 'to', { tag: string }>>;
  const offline =
    method === 'diff' && ![from, to].some((side) => ['url', 'schemaDatasource'].includes(side?.tag ?? ''));
  const adapters = new SchemaAdapters(offline || !url ? undefined : readDatabaseUrls(url).address.connection);
  const options = { datamodels: files.length > 0 ? datamodels : undefined };
  return (await SchemaEngine.new(options, () => {}, bindMigrationAwareSqlAdapterFactory(adapters))) as never;
}

/** The native engine sends a diff in a `print` request instead of the result. */
function printDiff({ exitCode, stdout }: DiffResult): unknown {
  if (stdout !== null) reply({ id: 0, method: 'print', params: { content: stdout } });
  return { exitCode, stdout: null };
}

function reply(message: object): void {
  console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
}
