import { findReferenceCycle } from '../openapi/findReferenceCycle.ts';
import { asObject } from '../openapi/OpenApiReader.ts';
import { BaselineError } from './BaselineError.ts';

/** Throws a BaselineError where a text is not an OpenAPI document, or has a cycle of references; `place` is the file or the URL for people. */
export function parseDocument(text: string, place: string): void {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new BaselineError(`${place} is not JSON: ${(error as Error).message}.`);
  }
  if (typeof asObject(document)['openapi'] !== 'string')
    throw new BaselineError(`${place} is not an OpenAPI document.`);
  const cycle = findReferenceCycle(document);
  if (cycle !== undefined) throw new BaselineError(`${place} is not valid: the reference ${cycle} refers to itself.`);
}
