// Environment variables that no program reads, and whose names are almost those of settings.
import { distance } from 'fastest-levenshtein';
import { findNearest } from '../errors/nearNames.ts';
import type { Environment } from './environment.ts';

/** Edits of a name: characters that are missing, added or other ones, and neighbours that are transposed. */
const MAX_EDITS = 2;

/** Short words that differ in two characters are other words, such as HOST and PORT. */
const MAX_SHORT_WORD_LENGTH = 5;

/** The addresses of services and links, which Kubernetes and Docker set: `METRIC_PORT=tcp://10.0.0.7:80`. */
const ADDRESS = /^(?:tcp|udp|sctp):\/\//;

/**
 * One sentence for each variable whose name is almost one of these, which are those of all variables that the program reads. Those of
 * other programs are left out: names of one word, such as PORTS and HOSTNAME; names that begin otherwise, such as OAUTH_SECRET; empty
 * ones; and those of a setting that is given, too, itself or in a file.
 */
export function findMisspelledSettings(names: readonly string[], env: Environment): string[] {
  const known = new Set(names);
  const candidates = names.filter((name) => name.includes('_'));
  return Object.keys(env).flatMap((name) => {
    // Windows ignores the case of names.
    const isKnown = known.has(name) || (process.platform === 'win32' && known.has(name.toUpperCase()));
    if (isKnown || !/[_-]/.test(name) || !env[name] || ADDRESS.test(env[name])) return [];
    const near = candidates.filter((candidate) => isNear(name.toUpperCase(), candidate));
    const nearest = findNearest(name, near);
    if (nearest === undefined) return [];
    const setting = nearest.replace(/_FILE$/, '');
    if (env[setting] || env[`${setting}_FILE`]) return [];
    return [`${name} is not a setting; did you mean ${nearest}?`];
  });
}

function isNear(name: string, setting: string): boolean {
  if (name[0] !== setting[0] || Math.abs(name.length - setting.length) > MAX_EDITS) return false;
  const words = name.split(/[_-]/);
  const known = setting.split('_');
  // A separator is missing or added.
  if (words.length !== known.length) return distance(name, setting) === 1;
  const differing = known.filter((word, at) => word !== words[at]);
  const maxEdits = differing.some((word) => word.length > MAX_SHORT_WORD_LENGTH) ? MAX_EDITS : 1;
  const edits = known.map((word, at) => countEdits(words[at]!, word));
  return edits.reduce((sum, each) => sum + each, 0) <= maxEdits;
}

function countEdits(word: string, known: string): number {
  const at = Array.from(known).findIndex((character, index) => character !== word[index]);
  const transposed = `${known.slice(0, at)}${known[at + 1]}${known[at]}${known.slice(at + 2)}`;
  return at >= 0 && word === transposed ? 1 : distance(word, known);
}
