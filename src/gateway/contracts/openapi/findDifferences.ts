// Finds every difference between two OpenAPI documents that a client can observe, without judging it. Descriptions, the
// names of components and the order of members are no differences.
import type { Schema } from '../../describe/openapi/Schema.ts';
import type { Difference } from './Difference.ts';
import { OpenApiReader, asObject } from './OpenApiReader.ts';
import { type Operation, compareOperations } from './compareOperations.ts';
import { createSchemaComparison } from './compareSchemas.ts';
import { differ, pairs } from './differ.ts';

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace'];

/** Everything that differs from one document to the other, in the order of the first. */
export function findDifferences(before: Schema, after: Schema): readonly Difference[] {
  const [from, to] = [new OpenApiReader(before), new OpenApiReader(after)];
  const sides = { from, to, compareSchemas: createSchemaComparison(from, to) };
  const endpoints = pairs(operationsOf(from), operationsOf(to)).flatMap(([endpoint, one, other]) =>
    one && other
      ? compareOperations(endpoint, one, other, sides)
      : differ({ endpoint, part: '', use: 'request' }, 'endpoint', [one, other], endpoint),
  );
  return [
    ...differ({ endpoint: '', part: '', use: 'request' }, 'server', [serversOf(from), serversOf(to)]),
    ...endpoints,
  ];
}

/** Every operation by method and path, with the parameters of its path and the security of its document. */
export function operationsOf(reader: OpenApiReader): Map<string, Operation> {
  const { paths, security } = reader.document;
  return new Map(
    Object.entries(asObject(paths)).flatMap(([path, node]) => {
      const item = reader.resolve(node);
      const shared = Array.isArray(item['parameters']) ? item['parameters'] : [];
      return METHODS.filter((method) => item[method] !== undefined).map((method): [string, Operation] => {
        const { parameters, ...own } = asObject(item[method]);
        const all = [...shared, ...(Array.isArray(parameters) ? parameters : [])];
        return [`${method.toUpperCase()} ${path}`, { security, ...own, parameters: all }];
      });
    }),
  );
}

function serversOf({ document }: OpenApiReader): string {
  const servers = Array.isArray(document['servers']) ? document['servers'] : [];
  return servers.map((server) => String(asObject(server)['url'])).join(', ');
}
