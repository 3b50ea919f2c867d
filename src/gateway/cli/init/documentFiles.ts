import type { Proposal } from '../../propose/Proposal.ts';
import type { NewFile } from './NewFile.ts';

/** The files of a proposed first version, below the folder of endpoint documents. */
export function documentFiles({ endpoints, shapes, conventions }: Proposal, folder: string): NewFile[] {
  return [
    { file: `${folder}/conventions.json`, text: `${JSON.stringify(conventions, null, 2)}\n` },
    ...[...shapes].map(([name, text]) => ({ file: `${folder}/v1/shapes/${name}.graphql`, text })),
    ...endpoints.map(({ file, text }) => ({ file: `${folder}/v1/${file}`, text })),
  ];
}
