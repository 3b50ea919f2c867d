// The public API of the package `portico`.
export { createPortico } from './createPortico.ts';
export type * from './PorticoOptions.ts';
