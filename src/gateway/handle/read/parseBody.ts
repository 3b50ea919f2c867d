// The body of a request, from bytes to what `prepareBodyReader` reads: JSON, the tree of a form, or one text.
import type { IncomingHttpHeaders } from 'node:http';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { isBytesBody } from '../../plan/ParameterPlan.ts';
import type { TypeContext } from '../../plan/bounds.ts';
import { assertContentHeaders, decodeUtf8 } from '../../http/supportedBodies.ts';
import { parseJsonBody } from '../../http/json.ts';
import { ANY_TYPE, FORM_TYPE, MULTIPART_TYPE, essenceOf, isJsonType } from '../../http/mediaTypes.ts';
import type { RequestBody } from './RequestParts.ts';
import { MAX_BODY_BYTES, type RestRequest } from './RestRequest.ts';
import { parseForm } from '../../plan/values/formTree.ts';

/**
 * Reads the JSON body of a request; undefined without one. `parse` reads the text of what takes no ExactNumber. Rejects with UNSUPPORTED_MEDIA_TYPE before anything is read, with
 * CONTENT_TOO_LARGE, or with BAD_REQUEST.
 */
export async function readJsonBody(
  { headers, readBody }: RestRequest,
  parse?: (text: string) => unknown,
): Promise<unknown> {
  assertContentHeaders(headers);
  return parseJsonBody(await readBody(MAX_BODY_BYTES), headers['content-type'], undefined, parse);
}

/** Prepares the reading of the bodies of an endpoint; with `isVersioned`, Content-Type is that of a version, which is JSON. */
export function prepareRequestBody(
  { consumes, parameters, uploads }: EndpointPlan,
  { conventions }: Pick<TypeContext, 'conventions'>,
) {
  const readsBytes = isBytesBody(parameters, conventions);
  const isFile = uploads?.isWhole === true;
  const isJson = consumes?.every(isJsonType) ?? true;
  const assertHeaders = (headers: IncomingHttpHeaders, isVersioned: boolean) =>
    assertContentHeaders(headers, isVersioned ? undefined : consumes, readsBytes || isFile);
  return {
    /** Throws UNSUPPORTED_MEDIA_TYPE. */
    assertHeaders,
    /**
     * Rejects with UNSUPPORTED_MEDIA_TYPE before anything is read, with CONTENT_TOO_LARGE, with BAD_REQUEST, or as `readUploads` does.
     * `caller` is whose share of the disk files take.
     */
    async readBody(request: RestRequest, isVersioned: boolean, caller: string): Promise<RequestBody> {
      const { headers, readBody } = request;
      assertHeaders(headers, isVersioned);
      const { 'content-type': type } = headers;
      if (uploads && (isFile || essenceOf(type ?? '').toLowerCase() === MULTIPART_TYPE)) {
        // Hosts without files do not need it.
        const { readUploads } = await import('./uploadBody.ts');
        return readUploads(request, uploads, caller, isFile && !consumes?.includes(ANY_TYPE) ? consumes : undefined);
      }
      const bytes = await readBody(MAX_BODY_BYTES);
      if (isJson || type === undefined || isJsonType(type)) return { value: parseJsonBody(bytes, type, consumes) };
      if (bytes.length === 0) return { value: undefined };
      if (essenceOf(type).toLowerCase() === FORM_TYPE) return { value: parseForm(decodeUtf8(bytes)), syntax: 'form' };
      return { value: readsBytes ? Buffer.from(bytes).toString('base64') : decodeUtf8(bytes), syntax: 'text' };
    },
  };
}
