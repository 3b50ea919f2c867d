import { insertProperty } from '../init/files/insertProperty.ts';

/** `conventions.json` with the scalars that are missing from it; everything else stays as it is, byte for byte. */
export function extendConventions(
  text: string,
  { scalars = {} }: { scalars?: Readonly<Record<string, unknown>> },
): string {
  let edited = text;
  for (const [name, value] of Object.entries(scalars)) {
    const { scalars: present } = JSON.parse(edited) as { scalars?: object };
    edited = present
      ? insertProperty(edited, ['scalars'], [name, value])
      : insertProperty(edited, [], ['scalars', { [name]: value }]);
  }
  return edited;
}
