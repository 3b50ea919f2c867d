// The command line for programs that add commands of their own to it, as that of the service does.
export {
  type SettingText,
  SETTINGS,
  describeSettings,
  secretsOf,
  variablesOf,
} from '../gateway/base/settings/describeSettings.ts';
export { print, printReport } from '../project/Report.ts';
export { UsageError } from '../project/UsageError.ts';
export {
  type ToolOptions,
  type UpstreamOptions,
  addToolOptions,
  addUpstreamOptions,
  collect,
  describeUsage,
} from '../project/commandOptions.ts';
export { readPackage } from '../project/readPackage.ts';
export type { Project } from '../project/resolveProject.ts';
export { createProgram } from './createProgram.ts';
export { CONFIG } from './serve/addServe.ts';
export { runProgram } from './runProgram.ts';
