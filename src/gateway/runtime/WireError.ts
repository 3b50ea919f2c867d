import type { ProblemSource } from '../errors/ServiceError.ts';

/** An error as its response shows it, in every format. */
export interface WireError {
  status: number;
  /** The reason phrase of the status. */
  title: string;
  /** The URI of its kind. See RFC 9457, section 3.1.1. */
  type: string;
  code: string;
  message: string;
  requestId: string;
  /** The type that was not found. */
  resource: string | undefined;
  problems: readonly WireProblem[];
}

export interface WireProblem {
  /** '' for the input as a whole. */
  field: string;
  message: string;
  /** Its own, else that of the error. */
  code: string;
  type: string;
  hasOwnCode: boolean;
  source: ProblemSource | undefined;
}
