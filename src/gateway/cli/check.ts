import type { Api } from './Api.ts';
import { DocumentError } from '../errors/DocumentError.ts';
import type { Report } from './Report.ts';

/** Compiles the endpoint documents as a start would, and reports every problem with file, line and a suggested fix. */
export async function check(compile: () => Promise<Api>): Promise<Report> {
  try {
    const { endpoints, warnings } = (await compile()).rest;
    const versions = new Set(endpoints.map(({ version }) => version)).size;
    const verb = endpoints.length === 1 ? 'is' : 'are';
    const summary = `${count(endpoints.length, 'endpoint')} in ${count(versions, 'version')} ${verb} valid.`;
    return {
      text: [...warnings.map((warning) => `warning: ${warning}`), summary].map((line) => `${line}\n`).join(''),
      json: { ok: true, endpoints: endpoints.length, versions, mistakes: [], warnings },
      ok: true,
    };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const { mistakes, message } = error;
    return {
      text: `${message}\nFound ${count(mistakes.length, 'problem')}.\n`,
      json: { ok: false, endpoints: null, versions: null, mistakes, warnings: [] },
      ok: false,
    };
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
