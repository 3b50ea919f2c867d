/**
 * A part of a `Location`: text, percent-encoded already; the wire name of a path parameter; the path of a property in the body;
 * or, alone, the path of a URL in the body.
 */
export type LocationPart =
  string | { parameter: string } | { property: readonly string[] } | { url: readonly string[] };
