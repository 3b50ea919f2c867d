// One valid request to each operation of an OpenAPI document, made from the schemas of its inputs.
import { FORM_TYPE, MULTIPART_TYPE } from '../../../src/gateway/http/mediaTypes.ts';
import { writeForm } from '../../../src/gateway/plan/values/formTree.ts';
import { BOUNDARY, writeMultipart } from './writeMultipart.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  contentMediaType?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  pattern?: string;
  example?: unknown;
  default?: unknown;
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
}

export interface SampleRequest {
  /** Method and target. */
  line: string;
  headers: Record<string, string>;
  body?: unknown;
}

export function sampleRequests(document: Readonly<Record<string, unknown>>): SampleRequest[] {
  const { paths, servers } = document as {
    paths: Record<string, Record<string, Operation>>;
    servers: { url: string }[];
  };
  const base = servers[0]!.url.replace(/\/$/, '');
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => sample(method, base + path, operation)),
  );

  function sample(method: string, path: string, { parameters = [], requestBody }: Operation): SampleRequest {
    const headers: Record<string, string> = {};
    const query = new URLSearchParams();
    let target = path;
    for (const { name, in: place, required, schema } of parameters) {
      if (!required) continue;
      const value = String(valueOf(schema));
      if (place === 'path') target = target.replace(`{${name}}`, value);
      else if (place === 'query') query.set(name, value);
      // An entity tag.
      else headers[name] = name === 'If-Match' ? '"1"' : value;
    }
    const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
    if (type !== undefined) headers['content-type'] = type === MULTIPART_TYPE ? `${type}; boundary=${BOUNDARY}` : type;
    const search = query.size > 0 ? `?${query}` : '';
    return {
      line: `${method.toUpperCase()} ${target}${search}`,
      headers,
      ...(media && { body: bodyOf(type!, media.schema) }),
    };
  }

  /** Bytes have no schema. */
  function bodyOf(type: string, schema: Schema | undefined): unknown {
    const value = schema ? valueOf(schema) : 'bytes';
    if (type === MULTIPART_TYPE)
      return writeMultipart(value as object, schema!.$ref === undefined ? schema! : find(schema!.$ref));
    return type === FORM_TYPE ? writeForm(value as object) : value;
  }

  function valueOf(schema: Schema): unknown {
    if (schema.$ref !== undefined) return valueOf(find(schema.$ref));
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum[0];
    if (schema.anyOf) return valueOf(schema.anyOf[0]!);
    const [type] = [schema.type].flat();
    if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
    if (type === 'boolean') return true;
    if (type === 'array') return [valueOf(schema.items!)];
    if (type !== 'object') return '1';
    const { properties = {}, required = [] } = schema;
    return Object.fromEntries(required.map((name) => [name, valueOf(properties[name] ?? {})]));
  }

  function find(reference: string): Schema {
    let found: unknown = document;
    for (const key of reference.slice(2).split('/')) found = (found as Record<string, unknown>)[key];
    return found as Schema;
  }
}
