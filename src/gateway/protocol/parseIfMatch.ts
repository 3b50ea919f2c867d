import { decodeTagValue } from './headerValue.ts';

/** An If-Match header: any representation, one entity tag, several of them, or what is not valid. */
export type IfMatch =
  | { kind: 'any' }
  | { kind: 'several' }
  | { kind: 'invalid' }
  | {
      kind: 'tag';
      isWeak: boolean;
      /** What is before the last dot; behind it is the sum of one representation. */ value: string;
    };

const TAG = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;
const EACH_TAG = /"[\x21\x23-\x7e\x80-\xff]*"/g;

/** Parses the header. See RFC 9110, sections 8.8.3 and 13.1.1. */
export function parseIfMatch(header: string): IfMatch {
  const text = header.trim();
  if (text === '*') return { kind: 'any' };
  const [, weak, opaque] = TAG.exec(text) ?? [];
  if (opaque === undefined) return { kind: (text.match(EACH_TAG)?.length ?? 0) > 1 ? 'several' : 'invalid' };
  const dot = opaque.lastIndexOf('.');
  return { kind: 'tag', isWeak: weak !== undefined, value: decodeTagValue(dot < 0 ? opaque : opaque.slice(0, dot)) };
}
