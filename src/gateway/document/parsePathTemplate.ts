import type { Segment } from '../plan/Segment.ts';

const PLACEHOLDER = /^\{([A-Za-z_]\w*)\}(:[A-Za-z0-9._~-]+)?$/;
const LITERAL = /^[A-Za-z0-9._~:@!$'()*,;=&+-]+$/;
const VERSION = /^\/v[1-9]\d*(?=\/|$)/;

/** The segments of a path such as `/users/{id}/orders`; or what is wrong with it, and the fix. */
export function parsePathTemplate(path: string): Segment[] | { message: string; hint: string } {
  const refuse = (fault: string, hint: string) => ({ message: `The path "${path}" ${fault}.`, hint });
  if (!path.startsWith('/')) return refuse('must start with a slash', `Write "${correct(path)}".`);
  if (path === '/') return [];
  if (path.endsWith('/')) return refuse('must not end with a slash', `Write "${correct(path)}".`);
  if (VERSION.test(path)) {
    return refuse('must not begin with a version, which the folder adds', `Write "${correct(path)}".`);
  }
  const segments: Segment[] = [];
  for (const part of path.slice(1).split('/')) {
    const placeholder = PLACEHOLDER.exec(part);
    const colon = /^:([A-Za-z_]\w*)$/.exec(part);
    if (placeholder) segments.push({ kind: 'placeholder', name: placeholder[1]!, suffix: placeholder[2] ?? '' });
    else if (colon) return refuse(`must not have the segment "${part}"`, `Write the placeholder as "{${colon[1]}}".`);
    else if (part === '') return refuse('must not have an empty segment', 'Remove one of the two slashes.');
    else if (part.includes('?')) return refuse('must not have a query', 'Declare query parameters as variables.');
    else if (LITERAL.test(part)) segments.push({ kind: 'literal', text: part });
    else {
      const fault = `has the segment "${part}", which is neither a literal nor a placeholder`;
      return refuse(fault, 'Write a placeholder as "{id}" or "{id}:action", and a literal without special characters.');
    }
  }
  return segments;
}

/** A path without any of the common faults at once, so that the fix of one does not lead to the next. */
function correct(path: string): string {
  const trimmed = `/${path}`.replace(/^\/+/, '/').replace(VERSION, '').replace(/\/+$/, '');
  return trimmed.replace(/(?<=\/):([A-Za-z_]\w*)(?=\/|$)/g, '{$1}') || '/';
}
