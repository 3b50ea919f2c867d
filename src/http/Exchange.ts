/** What is known of a request whatever its path: what was asked, the id it is answered and logged under, and whether its client is still there. */
export interface Exchange {
  method: string;
  /** As it came, with its query. */
  target: string;
  requestId: string;
  signal: AbortSignal;
}
