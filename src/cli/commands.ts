// What the commands that read an API run. One module, so that the package has one file of them: the first command loads it.
export { readSettings } from '../gateway/base/settings/readSettings.ts';
export { describeOpenApi, readApi, settingsOf } from '../project/readApi.ts';
export { resolveProject } from '../project/resolveProject.ts';
export { routes } from '../project/routes.ts';
export { annotateReport } from './annotateReport.ts';
export { build } from './build.ts';
export { check } from './check.ts';
export { contracts } from './contracts.ts';
export { documents } from './documents.ts';
export { explain } from './explain.ts';
export { match } from './match.ts';
export { openapi } from './openapi.ts';
