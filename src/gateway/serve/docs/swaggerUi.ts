// The files of Swagger UI, as texts. Loaded by the first request of the API reference. The bundler evaluates this module and puts its
// exports in place of it (src/packaging/bundleProgram.ts): what is served and published reads no file.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
const read = (file: string) => readFileSync(resolve(`swagger-ui-dist/${file}`), 'utf8');

export const css = read('swagger-ui.css');
export const bundle = read('swagger-ui-bundle.js');
export const preset = read('swagger-ui-standalone-preset.js');
