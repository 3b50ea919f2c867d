import { truncate } from '../../errors/truncate.ts';

/** A response of the upstream has no GraphQL result. Nothing of its body is in the message. */
export class NoResultError extends Error {
  readonly status: number;

  constructor(status: number, contentType = 'no Content-Type', text = '') {
    const isSuccess = status >= 200 && status < 300;
    const detail = isSuccess ? ` (${truncate(contentType, 100)}), whose body ${describeBody(text)}` : '';
    super(`The upstream responded with status ${status}${detail}.`);
    this.status = status;
  }
}

function describeBody(text: string): string {
  if (text === '') return 'is empty';
  try {
    JSON.parse(text);
    return 'is no GraphQL result';
  } catch {
    return 'is not JSON';
  }
}
