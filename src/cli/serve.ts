// `serve` for programs that have modes of their own to serve, as that of the service does. The settings are here as well: `gateway/server.ts`
// would load all that it offers with them.
export { oneOf, parseEnvironment } from '../gateway/base/settings/environment.ts';
export { findMisspelledSettings } from '../gateway/base/settings/misspelledSettings.ts';
export { readSettings } from '../gateway/base/settings/readSettings.ts';
export { SettingsError } from '../gateway/base/settings/Settings.ts';
export { REQUEST_TIMEOUT_MS } from '../gateway/handle/withDeadline.ts';
export { type Config, readConfig } from '../project/readConfig.ts';
export { type Check, Warning, compareClocks } from './doctor/Check.ts';
export { createFacadeMode, readPlanFile } from './serve/createFacadeMode.ts';
export { runServer } from './serve/runServer.ts';
export { runTools } from './serve/runTools.ts';
export type { ServeMode } from './serve/ServeMode.ts';

/** Loaded where it runs, which is beside no server. */
export const doctor: typeof import('./doctor/doctor.ts').doctor = async (...subject) =>
  (await import('./doctor/doctor.ts')).doctor(...subject);
