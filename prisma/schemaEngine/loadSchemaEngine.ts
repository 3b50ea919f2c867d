import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** A global of Node that `@types/node` does not declare. */
declare const WebAssembly: {
  instantiate(code: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

/** Loads Prisma's WASM schema engine by hand: its package imports a `.wasm` file, which Node supports only with a flag. */
export async function loadSchemaEngine() {
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: reportPanic } });
  const engine = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const folder = path.dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
  const code = await readFile(path.join(folder, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(code, { './schema_engine_bg.js': engine });
  engine.__wbg_set_wasm(instance.exports);
  (instance.exports['__wbindgen_start'] as () => void)();
  return engine;
}

/** Logs in the format of the native engine, which the command line prints. */
function reportPanic(message: string): void {
  console.error(JSON.stringify({ level: 'ERROR', fields: { message }, target: 'schema_engine' }));
}
