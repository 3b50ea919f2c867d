import type { Api } from './Api.ts';
import { DocumentError } from '../errors/Diagnostic.ts';
import type { Report } from './Report.ts';

/** Checks the endpoint documents as a start would, and tells every mistake with its file, its line and its mend. */
export async function check(compose: () => Promise<Api>): Promise<Report> {
  try {
    const { plan } = (await compose()).rest;
    const endpoints = plan.versions.flatMap((each) => each.endpoints);
    const { warnings } = plan;
    const versions = plan.versions.length;
    const verb = endpoints.length === 1 ? 'is' : 'are';
    const summary = `${count(endpoints.length, 'endpoint')} in ${count(versions, 'version')} ${verb} good.`;
    return {
      text: [...warnings.map((warning) => `warning: ${warning}`), summary].map((line) => `${line}\n`).join(''),
      json: { ok: true, endpoints: endpoints.length, versions, diagnostics: [], warnings },
      ok: true,
    };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const { diagnostics, message } = error;
    return {
      text: `${message}\n${count(diagnostics.length, 'error')}.\n`,
      json: { ok: false, endpoints: null, versions: null, diagnostics, warnings: [] },
      ok: false,
    };
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
