/** A response, ready to be written as it is. Header names are in lower case. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Text, or bytes where it has a content coding; null without a body, as for HEAD, whose Content-Length is that of GET. */
  body: string | Uint8Array | null;
}
