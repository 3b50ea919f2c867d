// `serve` for programs that have modes of their own to serve, as that of the service does.
export { createFacadeMode, readPlanFile } from './serve/createFacadeMode.ts';
export { runServer } from './serve/runServer.ts';
export type { ServeMode } from './serve/ServeMode.ts';
