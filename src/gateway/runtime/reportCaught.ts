import type { ServiceError } from '../errors/ServiceError.ts';
import type { RestRequest } from '../request/RestRequest.ts';
import type { Runtime } from './Runtime.ts';

/** Returns what reports the errors that the fields of a response catch. A report that fails does not fail the request. */
export function reportCaught(
  { report }: Pick<Runtime, 'report'>,
  { requestId, method, target }: RestRequest,
  document: string,
): (error: ServiceError) => void {
  return (error) => {
    try {
      report({ requestId, method, target, error, isCaught: true, document });
    } catch {
      // The failure is not reported.
    }
  };
}
