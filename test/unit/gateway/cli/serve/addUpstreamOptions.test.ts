import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addUpstreamOptions } from '../../../../../src/gateway/cli/serve/addUpstreamOptions.ts';

test('parses the options of a façade, of which headers are repeatable', () => {
  const command = addUpstreamOptions(new Command('serve'));
  const args =
    '--upstream http://x --schema s --endpoints e --header a:1 --header b:2 --forward-header c --forward-header d';
  expect(command.parse(args.split(' '), { from: 'user' }).opts()).toEqual({
    upstream: 'http://x',
    schema: 's',
    endpoints: 'e',
    header: ['a:1', 'b:2'],
    forwardHeader: ['c', 'd'],
  });
});

test('has no defaults', () => {
  expect(addUpstreamOptions(new Command('serve')).parse([], { from: 'user' }).opts()).toEqual({});
});
