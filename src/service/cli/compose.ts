import { composeServices } from '@theguild/federation-composition';
import type { Service } from '../composeService.ts';
import { ArgumentError } from '../../gateway/cli/ArgumentError.ts';

/** Where each subgraph is reached by a router on the same machine, unless it is told otherwise. */
const FIRST_PORT = 4001;

/** The supergraph of all subgraphs, for a federation router. `urls` are routing URLs, each as `name=url`. */
export function compose({ subgraphs }: Pick<Service, 'subgraphs'>, urls: readonly string[] = []): string {
  const given = new Map(urls.map(readUrl));
  const names = subgraphs.map(({ name }) => name);
  const unknown = [...given.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new ArgumentError(`There is no subgraph "${unknown}". There are: ${names.join(', ')}.`);
  const { supergraphSdl, errors = [] } = composeServices(
    subgraphs.map(({ name, typeDefs }, index) => ({
      name,
      typeDefs,
      url: given.get(name) ?? `http://localhost:${FIRST_PORT + index}/graphql`,
    })),
  );
  if (supergraphSdl === undefined) throw new Error(errors.map(({ message }) => message).join('\n'));
  return supergraphSdl.trimEnd();
}

function readUrl(pair: string): [name: string, url: string] {
  const [, name = '', url = ''] = /^([^=]+)=(.+)$/s.exec(pair) ?? [];
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return [name, url];
  throw new ArgumentError(
    `--url must be written as name=url, such as users=http://users.internal/graphql, not "${pair}".`,
  );
}
