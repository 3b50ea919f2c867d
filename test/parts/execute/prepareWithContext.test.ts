import { GraphQLError, buildSchema, parse } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { prepareWithContext } from '../../../src/gateway/execute/prepareWithContext.ts';

const schema = buildSchema('type Query { double(n: Int!): Int fails: Int }');
const fields = schema.getQueryType()!.getFields();
fields['double']!.resolve = (_, { n }, context: { factor: number }) => (n as number) * context.factor;
fields['fails']!.resolve = () => {
  throw new Error('why');
};
const document = parse('query ($n: Int!) { double(n: $n) }');
const request = (variables: Record<string, unknown>, signal = new AbortController().signal) => {
  return { variables, signal, caller: null, requestId: 'r', headers: {}, deadline: Infinity };
};

test('an operation has the context of its request', async () => {
  const contextOf = vi.fn<() => Promise<{ factor: number }>>(async () => ({ factor: 2 }));
  const execute = prepareWithContext(schema, contextOf)(document);
  const one = request({ n: 4 });
  expect(await execute(one)).toEqual({ data: { double: 8 } });
  expect(contextOf).toHaveBeenCalledExactlyOnceWith(one);
});

test('variables that are not valid are BAD_USER_INPUT', async () => {
  const { data, errors } = await prepareWithContext(schema, () => ({}))(document)(request({ n: 'x' }));
  expect(data).toBeUndefined();
  expect(errors).toMatchObject([
    { code: 'BAD_USER_INPUT', message: expect.stringContaining('"$n" got invalid value') },
  ]);
});

test('errors of resolvers are returned as they were thrown', async () => {
  const { data, errors } = await prepareWithContext(schema, () => ({}))(parse('{ fails }'))(request({}));
  expect(data).toEqual({ fails: null });
  expect(errors).toMatchObject([{ message: 'why', originalError: { message: 'why' } }]);
});

describe('a context that cannot be created', () => {
  const failing = (error: Error) =>
    prepareWithContext(schema, () => {
      throw error;
    })(document)(request({ n: 1 }));
  test('is a GraphQL error of the result', async () => {
    const error = new GraphQLError('no tenant');
    expect(await failing(error)).toEqual({ errors: [error] });
  });
  test('is a failure with any other error', async () => {
    await expect(failing(new Error('bug'))).rejects.toThrow('bug');
  });
});

describe('an aborted request', () => {
  test('creates no context', async () => {
    const contextOf = vi.fn<() => object>();
    const execute = prepareWithContext(schema, contextOf)(document);
    await expect(execute(request({ n: 1 }, AbortSignal.abort(new Error('gone'))))).rejects.toThrow('gone');
    expect(contextOf).not.toHaveBeenCalled();
  });
  test('executes nothing after its context', async () => {
    const controller = new AbortController();
    const resolve = vi.spyOn(fields['double']!, 'resolve' as never);
    const execute = prepareWithContext(schema, () => controller.abort(new Error('gone')))(document);
    await expect(execute(request({ n: 1 }, controller.signal))).rejects.toThrow('gone');
    expect(resolve).not.toHaveBeenCalled();
  });
});
