/** A part of a `Location`: text, percent-encoded already, the value of a path parameter, or a property of the body. */
export type LocationPart = string | { parameter: string } | { property: readonly string[] };
