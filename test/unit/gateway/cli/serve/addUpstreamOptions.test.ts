import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addUpstreamOptions } from '../../../../../src/gateway/cli/serve/addUpstreamOptions.ts';

test('parses the options of a façade, of which headers are repeatable', () => {
  const command = addUpstreamOptions(new Command('serve'));
  const args =
    '--upstream http://x --schema s --endpoints e --upstream-header a:1 --upstream-header b:2 --header c:3 --forward-header c --forward-header d';
  expect(command.parse(args.split(' '), { from: 'user' }).opts()).toEqual({
    upstream: 'http://x',
    schema: 's',
    endpoints: 'e',
    upstreamHeader: ['a:1', 'b:2'],
    header: ['c:3'],
    forwardHeader: ['c', 'd'],
  });
});

test('has no defaults', () => {
  expect(addUpstreamOptions(new Command('serve')).parse([], { from: 'user' }).opts()).toEqual({});
});
