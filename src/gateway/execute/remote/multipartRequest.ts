// Operations with files. See https://github.com/jaydenseric/graphql-multipart-request-spec
import { randomUUID } from 'node:crypto';
import {
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  getNamedType,
  typeFromAST,
} from 'graphql';
import { inputTypesWithin } from '../inputTypes.ts';
import type { UploadedFile } from '../../http/UploadedFile.ts';

/** A body that is read while it is sent. */
export interface StreamedBody {
  mediaType: string;
  /** In bytes. */
  length: number;
  read(): AsyncIterable<Uint8Array>;
}

/** Servers that refuse requests which a page of another origin could send expect one of them: Apollo Server, Hot Chocolate. */
export const PREFLIGHT_HEADERS = { 'apollo-require-preflight': 'true', 'graphql-preflight': '1' };

/** Whether a variable of an operation can hold a file. */
export function takesFiles({ variableDefinitions = [] }: OperationDefinitionNode, schema: GraphQLSchema): boolean {
  const types = variableDefinitions.flatMap(({ type }) => {
    const known = typeFromAST(schema, type) as GraphQLInputType | undefined;
    return known ? [getNamedType(known)] : [];
  });
  return [...inputTypesWithin(types)].some(({ name }) => name === 'Upload');
}

/** Encodes the JSON of an operation, in which files are null, and the files, each with the path that leads to it. */
export function encodeMultipart(operation: string, files: readonly [path: string, file: UploadedFile][]): StreamedBody {
  const boundary = `portico-${randomUUID()}`;
  const map = Object.fromEntries(files.map(([path], index) => [index, [path]]));
  const head = (name: string, more = '') =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`);
  const end = Buffer.from('\r\n');
  const parts: (Buffer | UploadedFile)[] = [
    head('operations'),
    Buffer.from(operation),
    end,
    head('map'),
    Buffer.from(JSON.stringify(map)),
    end,
    ...files.flatMap(([, file], index) => {
      const { filename, mimetype } = file;
      return [
        head(String(index), `; filename="${escape(filename || 'file')}"\r\nContent-Type: ${mimetype}`),
        file,
        end,
      ];
    }),
    Buffer.from(`--${boundary}--\r\n`),
  ];
  return {
    mediaType: `multipart/form-data; boundary=${boundary}`,
    length: parts.reduce((sum, part) => sum + (Buffer.isBuffer(part) ? part.length : part.size), 0),
    async *read() {
      for (const part of parts) {
        if (Buffer.isBuffer(part)) yield part;
        else yield* part.read();
      }
    },
  };
}

/** As browsers write names. See HTML, section 4.10.22.8. */
function escape(filename: string): string {
  return filename.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
