import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { addUpstreamOptions, collect, describeUsage, readHeaders } from '../../../src/project/commandOptions.ts';

describe('addUpstreamOptions', () => {
  test('parses the options of a façade, of which headers are repeatable', () => {
    const command = addUpstreamOptions(new Command('serve'));
    const args =
      '--upstream http://x --schema s --endpoints e --upstream-header a:1 --upstream-header b:2 --forward-header c --forward-header d';
    expect(command.parse(args.split(' '), { from: 'user' }).opts()).toEqual({
      upstream: 'http://x',
      schema: 's',
      endpoints: 'e',
      upstreamHeader: ['a:1', 'b:2'],
      forwardHeader: ['c', 'd'],
    });
  });

  test('has no defaults', () => {
    expect(addUpstreamOptions(new Command('serve')).parse([], { from: 'user' }).opts()).toEqual({});
  });
});

describe('collect', () => {
  test('appends a value to the previous ones, without changing them', () => {
    const previous = Object.freeze(['a']);
    expect([collect('a'), collect('b', previous)]).toEqual([['a'], ['a', 'b']]);
  });
});

describe('readHeaders', () => {
  test.each<[string, string[] | undefined, Record<string, string>]>([
    ['none', undefined, {}],
    ['names in lower case', ['X-Brief: true'], { 'x-brief': 'true' }],
    ['values without white space around them', ['a:  b c '], { a: 'b c' }],
    ['values with colons', ['a: b:c'], { a: 'b:c' }],
    ['the last of two', ['a: b', 'A: c'], { a: 'c' }],
  ])('reads %s', (_, headers, expected) => {
    expect(readHeaders(headers)).toEqual(expected);
  });

  test.each(['a', ': b', 'a b: c', ''])('refuses "%s"', (header) => {
    expect(() => readHeaders([header])).toThrow('--header must be "Name: value".');
  });
});

describe('describeUsage', () => {
  test('has the examples and the exit codes', () => {
    expect(describeUsage('invalid documents', 'portico check', 'portico check --json')).toBe(
      '\nExamples:\n  portico check\n  portico check --json\n\nExit codes: 0 success, 1 invalid documents, 2 invalid arguments or settings.',
    );
  });
});
