import type { Segment } from '../plan/Segment.ts';

/** The path of the request below its prefix; `values` are those of its placeholders from left to right. */
export function pathOfRequest(segments: readonly Segment[], values: readonly string[]): string {
  if (segments.length === 0) return '/';
  let next = 0;
  return segments
    .map((segment) =>
      segment.kind === 'literal' ? `/${segment.text}` : `/${encodeURIComponent(values[next++]!)}${segment.suffix}`,
    )
    .join('');
}
