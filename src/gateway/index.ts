// The public API of the package `portico`.
export { createPortico } from './createPortico.ts';
export { defineConfig, type PorticoConfig } from './PorticoConfig.ts';
export type * from './PorticoOptions.ts';
