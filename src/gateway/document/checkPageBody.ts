import type { JsonPath } from '../conventions/JsonFile.ts';
import type { Template } from '../conventions/Conventions.ts';
import { parseText } from '../conventions/template.ts';
import type { Version } from './Version.ts';

/** The placeholders of `page.body`; `{list}` is one of its keys. */
const PLACEHOLDERS = [
  'items',
  'limit',
  'offset',
  'page',
  'total',
  'totalPages',
  'nextCursor',
  'prevCursor',
  'hasMore',
  'url',
  'self',
  'first',
  'prev',
  'next',
  'last',
];

type Refuse = (path: JsonPath, part: 'key' | 'value', message: string, hint: string) => void;

/** Refuses a `page.body` with unknown placeholders, without its items, and one beside an envelope of the same file. */
export function checkPageBody({ conventions: { page }, conventionsFiles }: Version, refuse: Refuse): void {
  if (page.body === null) return;
  const root: JsonPath = ['page', 'body'];
  let items = 0;
  let hasOtherItems = false;
  const checkText = (text: string, path: JsonPath, part: 'key' | 'value') => {
    const parts = parseText(text);
    const known = part === 'key' ? ['list'] : PLACEHOLDERS;
    for (const each of parts) {
      if (typeof each === 'string') continue;
      if (!known.includes(each.name)) {
        const listed = known.map((name) => `{${name}}`).join(', ');
        refuse(path, part, `page.body has no {${each.name}}${part === 'key' ? ' in a key' : ''}.`, `It has ${listed}.`);
      } else if (each.name === 'items') {
        items++;
        hasOtherItems ||= parts.length > 1 || each.isOptional || each.isText;
      }
    }
  };
  const walk = (template: Template, path: JsonPath): void => {
    if (typeof template === 'string') checkText(template, path, 'value');
    if (typeof template !== 'object' || template === null) return;
    for (const [key, value] of Object.entries(template)) {
      const inner = [...path, Array.isArray(template) ? Number(key) : key];
      if (!Array.isArray(template)) checkText(key, inner, 'key');
      walk(value, inner);
    }
  };
  walk(page.body, root);
  if (items !== 1 || hasOtherItems) {
    refuse(root, 'value', 'page.body must have {items} once, as a text of its own.', 'Write "{items}" in one place.');
  }
  const file = conventionsFiles.findLast((each) => each.has(root));
  const envelope = (file?.value as { page?: { envelope?: unknown } } | undefined)?.page?.envelope;
  if (envelope !== undefined && envelope !== null) {
    refuse(['page', 'envelope'], 'key', 'page.body excludes page.envelope.', 'Remove one of them.');
  }
}
