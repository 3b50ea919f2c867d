import type { Segment } from '../plan/Segment.ts';

const PLACEHOLDER = /^\{([A-Za-z_]\w*)\}(:[A-Za-z0-9._~-]+)?$/;
const LITERAL = /^[A-Za-z0-9._~:@!$'()*,;=&+-]+$/;

/** The segments of a path such as `/users/{id}/orders`, or what is wrong with it. */
export function parsePathTemplate(path: string): Segment[] | { message: string } {
  if (!path.startsWith('/')) return { message: `The path "${path}" does not start with a slash.` };
  if (path.length > 1 && path.endsWith('/')) return { message: `The path "${path}" ends with a slash.` };
  if (path === '/') return [];
  const segments: Segment[] = [];
  for (const part of path.slice(1).split('/')) {
    const placeholder = PLACEHOLDER.exec(part);
    if (placeholder) segments.push({ kind: 'placeholder', name: placeholder[1]!, suffix: placeholder[2] ?? '' });
    else if (LITERAL.test(part)) segments.push({ kind: 'literal', text: part });
    else
      return { message: `The path "${path}" has a segment "${part}" that is neither a literal nor a {placeholder}.` };
  }
  return segments;
}
