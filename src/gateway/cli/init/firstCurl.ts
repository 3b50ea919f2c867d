import type { ApiPlan } from '../../plan/ApiPlan.ts';

/** A curl command for an endpoint that the service serves during development; undefined where no GET works without knowledge of the data. */
export function firstCurl({ versions }: ApiPlan): string | undefined {
  const reads = versions.flatMap(({ number, endpoints }) =>
    endpoints
      .filter(({ method }) => method === 'GET')
      .map(({ path, parameters }) => ({
        path: `/v${number}${path}`,
        inputs: parameters.filter(({ source, required }) => source !== 'path' && required).length,
        placeholders: parameters.filter(({ source }) => source === 'path').length,
      })),
  );
  const [simplest] = reads.filter(({ inputs }) => inputs === 0).sort((a, b) => a.placeholders - b.placeholders);
  if (!simplest) return undefined;
  return `curl http://127.0.0.1:4000${simplest.path.replaceAll(/\{\w+\}/g, '1')}`;
}
