import type { Problem } from '../errors/ServiceError.ts';

/** The parts of an error that its response is rendered from; a ServiceError has them. */
export interface ErrorDetails {
  status: number;
  /** Whether the status is its own, and not the one of its code. */
  hasOwnStatus?: boolean;
  /** One of the table in `errors/codes.ts`, or one of an upstream that the conventions define. */
  code: string;
  message: string;
  problems: readonly Problem[];
  /** The type that was not found. */
  resource?: string | undefined;
  headers: Readonly<Record<string, string>>;
}
