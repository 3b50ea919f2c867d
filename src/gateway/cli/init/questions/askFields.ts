import { autocompleteMultiselect, select } from '@clack/prompts';
import type { Proposal } from '../../../propose/Proposal.ts';
import { count } from '../../count.ts';
import { groupByResource } from '../groupByResource.ts';
import { orCancel } from './orCancel.ts';
import type { PromptStreams } from './PromptStreams.ts';

const ROWS = 12;

/** Prompts for the proposed endpoints to write: all, those that read, or some of them. Returns the coordinates of their fields. */
export async function askFields({ endpoints }: Proposal, terminal: PromptStreams): Promise<ReadonlySet<string>> {
  const reads = endpoints.filter(({ method }) => method === 'GET');
  const hasBoth = reads.length > 0 && reads.length < endpoints.length;
  const scope = await orCancel(
    select({
      ...terminal,
      message: 'Which endpoints?',
      options: [
        { value: 'all', label: `All ${endpoints.length}` },
        ...(hasBoth ? [{ value: 'reads', label: `Only the ${count(reads.length, 'endpoint')} that read` }] : []),
        { value: 'some', label: 'Choose' },
      ],
    }),
  );
  const all = (scope === 'reads' ? reads : endpoints).map(({ coordinate }) => coordinate);
  return new Set(scope === 'some' ? await choose(endpoints, terminal) : all);
}

/** Resources of several endpoints are options too, before them: a path of theirs is no coordinate. */
async function choose(endpoints: Proposal['endpoints'], terminal: PromptStreams): Promise<string[]> {
  const groups = new Map([...groupByResource(endpoints)].map(([resource, each]) => [`/${resource}`, each]));
  const options = [...groups].flatMap(([resource, each]) => [
    ...(each.length > 1 ? [{ value: resource, label: `${resource}: all ${each.length}` }] : []),
    ...each.map(({ coordinate, method, path }) => ({
      value: coordinate,
      label: `${method} ${path}`,
      hint: coordinate,
    })),
  ]);
  const chosen = await orCancel(
    autocompleteMultiselect<string>({
      ...terminal,
      message: 'Choose endpoints; type to search:',
      options,
      required: true,
      maxItems: ROWS,
    }),
  );
  return chosen.flatMap((value) => groups.get(value)?.map(({ coordinate }) => coordinate) ?? value);
}
