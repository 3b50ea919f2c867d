import type { RequestHandler } from 'express';
import type { Reply } from '../../gateway/protocol/Reply.ts';
import { encodeBody, negotiateCoding } from '../../gateway/protocol/contentCoding.ts';

/** Compresses the responses of Apollo Server, which it sends in one piece, as REST does. */
export const compressResponse: RequestHandler = (request, response, next) => {
  const end = response.end.bind(response) as (body?: unknown, encoding?: unknown, done?: unknown) => typeof response;
  const endCompressed = (body?: unknown, encoding?: unknown, done?: unknown): typeof response => {
    const isComplete = typeof body === 'string' || Buffer.isBuffer(body);
    if (!isComplete || response.headersSent) return end(body, encoding, done);
    const { headers } = negotiateCoding(
      { status: response.statusCode, headers: response.getHeaders() as Reply['headers'], body },
      request.headers['accept-encoding'],
    );
    if (headers['vary'] !== undefined) response.setHeader('vary', headers['vary']);
    const coding = headers['content-encoding'];
    if (coding === undefined) return end(body, encoding, done);
    const send = (encoded: Reply) => {
      // A timeout has been sent in the meantime.
      if (response.headersSent) return;
      response.setHeader('content-encoding', coding);
      response.setHeader('content-length', encoded.headers['content-length']!);
      end(encoded.body);
    };
    encodeBody({ status: response.statusCode, headers, body }).then(send, (error: Error) => response.destroy(error));
    return response;
  };
  response.end = endCompressed as typeof response.end;
  next();
};
