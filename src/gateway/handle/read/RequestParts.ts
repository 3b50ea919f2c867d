// What is read of a request before its inputs are.
import type { RawQuery } from '../../http/urls.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { INPUT_SYNTAXES } from '../../plan/values/inputSyntax.ts';

/** A body that is parsed, but not read yet. */
export interface RequestBody {
  /** Undefined if there was none. */
  value: unknown;
  /** Absent: JSON. */
  syntax?: keyof typeof INPUT_SYNTAXES;
  /** Milliseconds since the epoch at which the request times out; absent: as without its body. */
  deadline?: number;
  /** Deletes its files; absent: there are none. */
  close?(): Promise<void>;
}

/** The parts of a request that inputs come from. */
export interface RequestParts {
  /** The values of the placeholders from left to right, decoded. */
  pathValues: readonly string[];
  query: RawQuery;
  /** See `RestRequest`. */
  values?: ReadonlyMap<string, unknown> | undefined;
  headers: IncomingHttpHeaders;
  /** Absent: the body is not read. */
  body?: RequestBody | undefined;
  /** Whether the response is the whole list. */
  streams?: boolean;
}
