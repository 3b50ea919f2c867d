import v8 from 'node:v8';

/** About 100 times V8's default. */
const TIERING_BUDGET_BYTES = 2_000_000_000;

/**
 * Lets WebAssembly run longer before V8 optimizes a function: by default opening the embedded database makes V8 optimize hundreds
 * of functions, which takes more CPU time than everything else that a start does. What serving uses often is still optimized.
 * Affects the modules that are instantiated afterwards.
 */
export function delayWasmOptimization(): void {
  v8.setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET_BYTES}`);
}
