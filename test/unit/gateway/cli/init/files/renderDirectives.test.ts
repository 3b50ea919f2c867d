import { buildSchema, validateSchema } from 'graphql';
import { expect, test } from 'vitest';
import { renderDirectives } from '../../../../../../src/gateway/cli/init/files/renderDirectives.ts';

test('is not needed where the schema has none of the types', () => {
  expect(renderDirectives(buildSchema('type Query { endpoint: Int }'))).toBeUndefined();
});

test('renames the types that the schema has, and nothing else', () => {
  const sdl = 'type Query { in: In } type In { method: Method } enum Method { CARD CASH }';
  const directives = renderDirectives(buildSchema(sdl))!;
  const both = buildSchema(`${sdl}\n${directives}`);
  expect(validateSchema(both)).toEqual([]);
  const typeOf = (directive: string, name: string) =>
    String(both.getDirective(directive)!.args.find((each) => each.name === name)!.type);
  expect(typeOf('endpoint', 'method')).toBe('EndpointMethod!');
  expect(typeOf('param', 'in')).toBe('EndpointIn');
  expect(typeOf('param', 'values')).toBe('[ParamValue!]');
});
