import { createRequire } from 'node:module';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const load = createRequire(import.meta.url);
/** The schema of the specification. See https://spec.openapis.org/oas/3.1/schema/ */
const SPECIFICATION = load('@seriousme/openapi-schema-validator/schemas/v3.1/schema.json') as object;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addFormat('media-range', true);
// The dialect of Schema Objects is that of JSON Schema, with keywords that are not used here.
ajv.addSchema({
  $id: 'https://spec.openapis.org/oas/3.1/dialect/base',
  $ref: 'https://json-schema.org/draft/2020-12/schema',
});
const isValid = ajv.compile(SPECIFICATION);

/** The errors of an OpenAPI document by the schema of the specification. */
export function validateOpenApi(document: Readonly<Record<string, unknown>>): unknown[] {
  return isValid(document) ? [] : [...isValid.errors!];
}
