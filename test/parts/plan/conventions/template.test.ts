import { describe, expect, it, test } from 'vitest';
import {
  prepareTemplate,
  parseText,
  placeholdersOf,
  templateFault,
} from '../../../../src/gateway/plan/conventions/template.ts';

const VALUES: Readonly<Record<string, unknown>> = { status: 404, text: 'a', list: [1], nothing: null };
const fill = (template: unknown) => prepareTemplate(template)((name) => VALUES[name]);

describe('a template', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['{status}', 404],
    ['{status:string}', '404'],
    ['{list}', [1]],
    ['{absent}', null],
    ['{nothing}', null],
    ['{absent?}', undefined],
    ['{nothing?}', undefined],
    ['is {status}', 'is 404'],
    ['is {absent}', null],
    ['is {absent?}', 'is '],
    ['{text? }x', 'a x'],
    ['{absent? }x', 'x'],
    ['{ not a placeholder }', '{ not a placeholder }'],
    ['{{', '{'],
    ['{{text}}', '{text}'],
    ['{{{text}}}', '{a}'],
    ['{{}}', '{}'],
    ['{text}{{/text}', 'a{/text}'],
    ['{text}}', 'a}'],
    ['{text}}}', 'a}'],
    ['}}}', '}}'],
    ['{{text}', '{text}'],
    ['{{absent? }}', '{absent? }'],
    [7, 7],
    [null, null],
    [
      ['{text}', '{absent?}', '{absent}'],
      ['a', null],
    ],
    [
      { a: '{text}', b: '{absent?}', c: { d: '{absent?}' }, e: {} },
      { a: 'a', e: {} },
    ],
    [{ '{text}': 1 }, { a: 1 }],
    [{ '{{text}}': '{{' }, { '{text}': '{' }],
  ])('fills %j to %j', (template, filled) => {
    expect(fill(template)).toStrictEqual(filled);
  });

  it('has the placeholders of its keys and texts', () => {
    const found = placeholdersOf({ '{field}': ['{message}', { a: 'x {code? }', b: 1, c: null }] });
    expect(found.map(({ name }) => name)).toStrictEqual(['field', 'message', 'code']);
  });

  it('has the placeholders with another type, or blanks, by the whole of their text', () => {
    const found = placeholdersOf('{a:number}{ b }{c ?}{d?:string}{:x} { e f } {?g} {h:string} {');
    expect(found.map(({ name }) => name)).toStrictEqual(['a:number', ' b ', 'c ?', 'd?:string', ':x', 'h']);
  });

  it('has no placeholder in doubled braces', () => {
    expect(placeholdersOf(['{{a}}', '{{b?}}', '{{{c}}}', '{d}}}{{e'])).toHaveLength(2);
  });

  it('parses literals and placeholders in their order', () => {
    expect(parseText('a{b:string}c{d? }{}')).toStrictEqual([
      'a',
      { name: 'b', isText: true, isOptional: false, suffix: '' },
      'c',
      { name: 'd', isText: false, isOptional: true, suffix: ' ' },
      { name: '', isText: false, isOptional: false, suffix: '' },
    ]);
  });
});

const ONCE = 'must have the value "{body}" exactly once';

describe('templateFault', () => {
  test.each<[unknown, string | undefined]>([
    ['{body}', undefined],
    [{ data: '{body}' }, undefined],
    [{ a: [1, { b: '{body}' }], text: 'no { placeholder' }, undefined],
    [{ a: '{body}', '{{nope}}': '{{nope}}{{body}}' }, undefined],
    [{ data: '{body}', other: '{info}' }, undefined],
    [{ data: '{nope}' }, 'has no placeholder {nope}; it has {body}, {info}'],
    [{ data: '{body}', '{nope}': 1 }, 'has no placeholder {nope} in a key; it has {body}, {info}'],
    [{}, ONCE],
    [{ a: '{body}', b: '{body}' }, ONCE],
    [{ data: 'the {body}' }, ONCE],
    [{ data: '{body:string}' }, ONCE],
    [{ data: '{{body}}' }, ONCE],
    [{ '{body}': 1 }, ONCE],
  ])('the fault of %j is %j', (template, fault) => {
    expect(templateFault(template, 'body', ['info'])).toBe(fault);
  });
});
