import { composeServices } from '@theguild/federation-composition';
import { UsageError } from '../../cli/program.ts';
import type { ServiceSchema } from '../composeSchema.ts';
import { describeUnknownSubgraph } from '../createSubgraphs.ts';

/** The port of the first subgraph in the default routing URLs; the others follow. */
const FIRST_PORT = 4001;

/** The SDL of the supergraph. `urls` are routing URLs, each as `name=url`. Throws a UsageError for an invalid one. */
export function compose({ subgraphs }: Pick<ServiceSchema, 'subgraphs'>, urls: readonly string[] = []): string {
  const routingUrls = new Map(urls.map(readUrl));
  const unknown = [...routingUrls.keys()].find((name) => subgraphs.every((subgraph) => subgraph.name !== name));
  if (unknown !== undefined) throw new UsageError(describeUnknownSubgraph(unknown));
  const { supergraphSdl, errors = [] } = composeServices(
    subgraphs.map(({ name, typeDefs }, index) => ({
      name,
      typeDefs,
      url: routingUrls.get(name) ?? `http://localhost:${FIRST_PORT + index}/graphql`,
    })),
  );
  if (supergraphSdl === undefined) throw new Error(errors.map(({ message }) => message).join('\n'));
  return supergraphSdl.trimEnd();
}

function readUrl(pair: string): [name: string, url: string] {
  const [, name = '', url = ''] = /^([^=]+)=(.+)$/s.exec(pair) ?? [];
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return [name, url];
  throw new UsageError(
    `--url must have the form name=url, such as users=http://users.internal/graphql, not "${pair}".`,
  );
}
