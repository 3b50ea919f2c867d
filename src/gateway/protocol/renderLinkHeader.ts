/** A link of a response. See RFC 8288, section 3. */
export interface WebLink {
  /** A URI reference, with everything encoded that must not stand between angle brackets. */
  target: string;
  relation: string;
  /** Media type of the target. */
  type?: string;
}

/** Characters; many clients reject headers that are much longer. */
const MAX_LENGTH = 8000;

/** The value of a Link header; undefined without links, or where it would be too long for clients. */
export function renderLinkHeader(links: readonly WebLink[]): string | undefined {
  let value = '';
  for (const link of links) value += value === '' ? renderLink(link) : `, ${renderLink(link)}`;
  return value !== '' && value.length <= MAX_LENGTH ? value : undefined;
}

/** One link of a Link header. */
export function renderLink({ target, relation, type }: WebLink): string {
  return `<${target}>; rel="${relation}"${type === undefined ? '' : `; type="${type}"`}`;
}
