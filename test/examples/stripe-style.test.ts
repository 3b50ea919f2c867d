// examples/stripe-style over HTTP: status, headers and whole body of every behaviour, and each response against its OpenAPI
// document.
import { describe, expect, test } from 'vitest';
import { startStripeStyle } from '../../examples/stripe-style/server.ts';
import { HEADERS as headers, openExample } from './support/openExample.ts';

const { send: sendTo } = await openExample(startStripeStyle, { 'x-request-id': 'req_1' });
const send = (line: string, body?: unknown, authorization: string | null = 'Bearer sk_test_1', key?: string) =>
  sendTo(line, body, {
    ...(authorization !== null && { authorization }),
    ...(key !== undefined && { 'idempotency-key': key }),
  });

const ok = (body: unknown) => ({ status: 200, headers, body });
const error = (status: number, given: { type?: string; code: string; message: string; param?: string }) => ({
  status,
  headers,
  body: {
    error: {
      type: 'invalid_request_error',
      ...given,
      request_log_url: 'https://dashboard.example.com/logs/req_1',
    },
  },
});
const invalid = (param: string, message: string, code = 'parameter_invalid') => error(400, { code, message, param });
const missing = (message: string) => error(404, { code: 'resource_missing', message });

const customer = (number: number, created: number, own: object = {}) => ({
  id: `cus_${number}`,
  object: 'customer',
  created,
  email: null,
  name: null,
  address: null,
  metadata: {},
  livemode: false,
  ...own,
});
const jenny = customer(1, 1_769_940_000, {
  email: 'jenny@example.com',
  name: 'Jenny Rosen',
  address: { line1: '510 Townsend St', city: 'San Francisco', postal_code: '94103', country: 'US' },
  metadata: { order_id: '6735' },
});
const second = customer(2, 1_770_026_400);
const third = customer(3, 1_770_112_800);
const visa = { object: 'card', id: 'card_1', brand: 'visa', last4: '4242' };
const charge = (number: number, own: object) => ({
  id: `ch_${number}`,
  object: 'charge',
  currency: 'usd',
  captured: true,
  customer: { id: 'cus_1', object: 'customer' },
  description: null,
  status: 'succeeded',
  livemode: false,
  ...own,
});
const first = charge(1, { created: 1_770_717_600, amount: 2000, description: 'A book' });
const open = charge(2, {
  created: 1_770_804_000,
  amount: 500,
  currency: 'jpy',
  captured: false,
  status: 'requires_capture',
});
const created = { created: 1_772_362_800, amount: 100 };

describe('customers', () => {
  test('are objects with their type', async () => {
    expect(await send('GET /v1/customers/cus_1')).toEqual(ok(jenny));
    expect(await send('GET /v1/customers/cus_9')).toEqual(missing('No Customer was found for id cus_9.'));
  });

  test('are created', async () => {
    const input = {
      email: 'bo@example.com',
      address: { city: 'Oslo', postal_code: '0150' },
      metadata: { a: 1, b: [2] },
    };
    const address = { line1: null, city: 'Oslo', postal_code: '0150', country: null };
    const bo = customer(4, 1_772_359_200, { ...input, address });
    expect(await send('POST /v1/customers', input)).toEqual(ok(bo));
    expect(await send('GET /v1/customers?email=bo@example.com&limit=1')).toMatchObject({ body: { data: [bo] } });
  });

  test('are updated by POST: what is absent stays, and null removes', async () => {
    const bo = { email: 'bo@example.com', address: { line1: null, city: 'Oslo', postal_code: '0150', country: null } };
    const updated = (own: object) => ok(customer(4, 1_772_359_200, { ...bo, ...own }));
    const path = 'POST /v1/customers/cus_4';
    expect(await send(path, { name: 'Bo', metadata: { a: null, c: 3 } })).toEqual(
      updated({ name: 'Bo', metadata: { b: [2], c: 3 } }),
    );
    expect(await send(path)).toEqual(updated({ name: 'Bo', metadata: { b: [2], c: 3 } }));
    expect(await send(path, { name: null, address: null, metadata: null })).toEqual(updated({ address: null }));
    expect(await send('POST /v1/customers/cus_9', { name: 'Bo' })).toEqual(
      missing('No Customer was found for id cus_9.'),
    );
  });

  test('are deleted, and the response says so', async () => {
    expect(await send('DELETE /v1/customers/cus_4')).toEqual(ok({ id: 'cus_4', object: 'customer', deleted: true }));
    expect(await send('DELETE /v1/customers/cus_4')).toEqual(missing('No Customer was found for id cus_4.'));
  });
});

describe('lists', () => {
  const link = (...links: string[]) =>
    links
      .map((each) => each.split(' ') as [string, string])
      .map(([relation, query]) => `</v1/customers?${query}>; rel="${relation}"`)
      .join(', ');
  const list = (data: readonly object[], has_more: boolean, ...links: string[]) => ({
    status: 200,
    headers: { ...headers, link: link(...links) },
    body: { object: 'list', url: '/v1/customers', has_more, data },
  });

  test('are objects too, and hold the latest first', async () => {
    expect(await send('GET /v1/customers')).toEqual(
      list([third, second, jenny], false, 'first starting_after=&limit=10', 'last ending_before=&limit=10'),
    );
  });

  test('are read on by the id of the last item, and back by that of the first', async () => {
    const ends = ['first starting_after=&limit=1', 'last ending_before=&limit=1'] as const;
    const [begin, end] = ends;
    expect(await send('GET /v1/customers?limit=1')).toEqual(
      list([third], true, begin, 'next starting_after=cus_3&limit=1', end),
    );
    const middle = ['prev ending_before=cus_2&limit=1', 'next starting_after=cus_2&limit=1'];
    expect(await send('GET /v1/customers?limit=1&starting_after=cus_3')).toEqual(
      list([second], true, begin, ...middle, end),
    );
    expect(await send('GET /v1/customers?limit=1&starting_after=cus_2')).toEqual(
      list([jenny], false, begin, 'prev ending_before=cus_1&limit=1', end),
    );
    expect(await send('GET /v1/customers?limit=1&ending_before=cus_1')).toEqual(
      list([second], true, begin, ...middle, end),
    );
    expect(await send('GET /v1/customers?limit=1&ending_before=cus_3')).toEqual(list([], false, begin, end));
  });

  test.each([
    ['created[gte]=1770026400', ['cus_3', 'cus_2']],
    ['created[gte]=1770026400&created[lt]=1770112800', ['cus_2']],
    ['email=jenny@example.com', ['cus_1']],
  ])('are filtered by %s', async (query, ids) => {
    const { status, body } = await send(`GET /v1/customers?${query}`);
    const { data } = body as { data: { id: string }[] };
    expect({ status, ids: data.map(({ id }) => id) }).toEqual({ status: 200, ids });
  });

  test.each([
    ['limit=101', invalid('limit', 'limit must be an integer between 1 and 100')],
    [
      'starting_after=cus_3&ending_before=cus_1',
      invalid('ending_before', 'ending_before cannot be combined with starting_after'),
    ],
    ['starting_after=cus_9', error(400, { code: 'resource_missing', message: "No such object: 'cus_9'" })],
  ])('refuse %s', async (query, refused) => {
    expect(await send(`GET /v1/customers?${query}`)).toEqual(refused);
  });
});

describe('expansion', () => {
  test('makes a reference the whole object', async () => {
    expect(await send('GET /v1/charges/ch_1')).toEqual(ok(first));
    expect(await send('GET /v1/charges/ch_1?expand[]=customer')).toEqual(ok({ ...first, customer: jenny }));
    const whole = { ...first, customer: { ...jenny, default_source: visa } };
    expect(await send('GET /v1/charges/ch_1?expand%5B%5D=customer&expand[]=customer.default_source')).toEqual(
      ok(whole),
    );
    expect(await send('GET /v1/charges/ch_1?expand[]=customer.default_source')).toEqual(ok(whole));
  });

  test('has one of several types', async () => {
    expect(await send('GET /v1/customers/cus_2?expand[]=default_source')).toEqual(
      ok({ ...second, default_source: { object: 'bank_account', id: 'ba_1', bank_name: 'Test Bank', last4: '6789' } }),
    );
  });

  test('in a list begins with data', async () => {
    const { status, body } = await send('GET /v1/charges?customer=cus_1&expand[]=data.customer');
    const data = [open, first].map((each) => ({ ...each, customer: jenny }));
    expect({ status, body }).toEqual({
      status: 200,
      body: { object: 'list', url: '/v1/charges', has_more: false, data },
    });
  });
});

describe('charges', () => {
  const input = { amount: 100, currency: 'usd', customer: 'cus_1' };
  test('are created, in the smallest unit of the currency', async () => {
    expect(await send('POST /v1/charges?expand[]=customer', input)).toEqual(
      ok(charge(3, { ...created, customer: jenny })),
    );
  });

  test('are created once by a request and its retries', async () => {
    const post = (body: object, secret = 'sk_test_1') => send('POST /v1/charges', body, `Bearer ${secret}`, 'order-7');
    const sent = await post(input);
    expect(sent).toEqual(ok(charge(4, created)));
    expect(await post(input)).toEqual({ ...sent, headers: { ...headers, 'idempotency-replayed': 'true' } });
    expect(await post({ ...input, amount: 200 })).toEqual(
      error(400, {
        type: 'idempotency_error',
        code: 'idempotency_key_reused',
        message:
          'This Idempotency-Key was used for another request; send the same request again, or use a new key for a new request.',
      }),
    );
    expect(await post(input, 'sk_test_2')).toMatchObject({ status: 200, body: { id: 'ch_5' } });
  });

  test('are captured once', async () => {
    const path = 'POST /v1/charges/ch_2/capture';
    expect(await send(path)).toEqual(ok({ ...open, captured: true, status: 'succeeded' }));
    expect(await send(path)).toEqual(
      error(400, { code: 'charge_already_captured', message: 'Charge ch_2 has already been captured.' }),
    );
    expect(await send('POST /v1/charges/ch_9/capture')).toEqual(missing('No Charge was found for id ch_9.'));
  });

  test.each([
    [
      { ...input, customer: 'cus_3' },
      error(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }),
    ],
    [{ ...input, amount: 10 }, invalid('amount', 'Amount must be at least 50.', 'amount_too_small')],
    [{ ...input, customer: 'cus_9' }, invalid('customer', "No such customer: 'cus_9'", 'resource_missing')],
    [{ ...input, currency: 'USD' }, invalid('currency', 'currency must be one of "eur", "jpy", "usd"')],
  ])('are refused with their type, code and parameter: %j', async (body, refused) => {
    expect(await send('POST /v1/charges', body)).toEqual(refused);
  });
});

describe('forms', () => {
  const ada = customer(4, 1_772_359_200, {
    email: 'ada@example.com',
    address: { line1: '1, High St', city: 'London', postal_code: null, country: null },
    metadata: { order: '7', tags: ['a', 'b'] },
  });

  test('nest in brackets, and an empty text removes', async () => {
    const form =
      'email=ada%40example.com&address[city]=London&address[line1]=1,+High+St&metadata[order]=7&metadata[tags][]=a&metadata[tags][]=b';
    expect(await send('POST /v1/customers', form)).toEqual(ok(ada));
    expect(await send('POST /v1/customers/cus_4', 'metadata[order]=&address=&name=Ada')).toEqual(
      ok({ ...ada, name: 'Ada', address: null, metadata: { tags: ['a', 'b'] } }),
    );
    expect(await send('DELETE /v1/customers/cus_4')).toMatchObject({ status: 200 });
  });

  test('are executed once by a request and its retries', async () => {
    const post = (form: string) => send('POST /v1/charges', form, 'Bearer sk_test_3', 'order-8');
    const form = 'amount=100&currency=usd&customer=cus_1&capture=false';
    const sent = await post(form);
    expect(sent).toMatchObject({ status: 200, body: { amount: 100, captured: false } });
    expect(await post(form)).toEqual({ ...sent, headers: { ...headers, 'idempotency-replayed': 'true' } });
    expect(await post(form.replace('100', '200'))).toMatchObject({ status: 400 });
    expect(
      await send(
        'POST /v1/charges',
        { amount: 100, currency: 'usd', customer: 'cus_1', capture: false },
        'Bearer sk_test_3',
        'order-8',
      ),
    ).toMatchObject({ status: 400 });
  });

  test.each([
    ['', invalid('amount', 'amount is required; currency is required; customer is required')],
    [
      'amount=100&currency=usd&customer=cus_1&card[number]=4242',
      invalid(
        'card',
        'card is not a known property; known properties are "amount", "currency", "customer", "capture", "description"',
      ),
    ],
  ])('have the errors of JSON: %s', async (form, refused) => {
    expect(await send('POST /v1/charges', form)).toEqual(refused);
  });
});

test.each([
  [{ email: 'nope' }, invalid('email', 'Invalid email address: nope', 'email_invalid')],
  [{ adress: {} }, invalid('adress', 'adress is not a known property; did you mean "address"?')],
  [{ metadata: [] }, invalid('metadata', 'Metadata must be an object.')],
])('the customer %j is refused', async (body, refused) => {
  expect(await send('POST /v1/customers', body)).toEqual(refused);
});

test.each([null, 'Bearer pk_test_1', 'Basic c2tfdGVzdF8xOg=='])('the key %j is 401', async (key) => {
  const message = 'Valid credentials are required in the Authorization header.';
  const { status, headers: _, body } = error(401, { code: 'api_key_invalid', message });
  expect(await send('GET /v1/customers', undefined, key)).toEqual({
    status,
    headers: { ...headers, 'www-authenticate': 'Bearer realm="portico"' },
    body,
  });
});

test('what does not exist has the shape of all errors', async () => {
  expect(await send('GET /v1/refunds')).toEqual(missing('/v1/refunds does not exist.'));
  const message = 'PUT is not allowed; allowed methods: GET, HEAD, POST, DELETE, OPTIONS';
  expect(await send('PUT /v1/customers/cus_1', {})).toEqual({
    ...error(405, { code: 'method_not_allowed', message }),
    headers: { ...headers, allow: 'GET, HEAD, POST, DELETE, OPTIONS' },
  });
});
