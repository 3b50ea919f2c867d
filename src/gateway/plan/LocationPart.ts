/** A part of a `Location`: text, percent-encoded already; the wire name of a path parameter; or the path of a property in the body. */
export type LocationPart = string | { parameter: string } | { property: readonly string[] };
