import type { RefusedBody } from './userBodies.ts';

/** Orders that are refused; `product` stands for a product that exists. */
export function refusedOrders(product: number): readonly RefusedBody[] {
  const line = { productId: product, quantity: 1 };
  const items = (...lines: unknown[]) => ({ items: lines });
  return [
    { name: 'an empty object', body: {}, names: ['items'] },
    { name: 'no items', body: items(), names: ['items must not be empty'] },
    { name: 'items that are one object', body: { items: line }, names: ['items'] },
    { name: 'an item that is null', body: items(null), names: ['items.0'] },
    { name: 'an item that is a number', body: items(line, 5), names: ['items.1'] },
    { name: '101 items', body: { items: Array(101).fill(line) }, names: ['items must have at most 100 items'] },
    { name: 'an item without a product', body: items({ quantity: 1 }), names: ['items.0.productId'] },
    { name: 'an item without a quantity', body: items({ productId: product }), names: ['items.0.quantity'] },
    { name: 'a quantity of 0', body: items({ ...line, quantity: 0 }), names: ['items.0.quantity', '1', '1000'] },
    { name: 'a quantity of 1001', body: items({ ...line, quantity: 1001 }), names: ['items.0.quantity', '1', '1000'] },
    { name: 'half a product', body: items({ ...line, quantity: 0.5 }), names: ['items.0.quantity'] },
    { name: 'a quantity in a text', body: items({ ...line, quantity: '1' }), names: ['items.0.quantity'] },
    { name: 'a quantity of 1e400', body: `{"items":[{"productId":${product},"quantity":1e400}]}`, names: ['quantity'] },
    { name: 'a product in a text', body: items({ ...line, productId: String(product) }), names: ['items.0.productId'] },
    { name: 'a product of 2^53', body: items({ ...line, productId: 2 ** 53 }), names: ['items.0.productId'] },
    {
      name: 'a product that does not exist',
      body: items(line, { productId: 9007199254740991, quantity: 1 }),
      names: ['items.1.productId must be the id of an existing product; 9007199254740991 does not exist'],
    },
    {
      name: 'two products that do not exist',
      body: items({ productId: 0, quantity: 1 }, line, { productId: 4503599627370496, quantity: 1 }),
      names: ['items.0.productId', 'items.2.productId'],
    },
    {
      name: 'a user that does not exist',
      body: { ...items(line), userId: 9007199254740991 },
      names: ['userId must be the id of an existing user; 9007199254740991 does not exist'],
    },
    {
      name: 'a product and a user that do not exist',
      body: { ...items({ productId: 0, quantity: 1 }), userId: 9007199254740991 },
      names: ['items.0.productId', 'userId'],
    },
    { name: 'an unknown field', body: { ...items(line), status: 'paid' }, names: ['status'] },
    { name: 'a price in an item', body: items({ ...line, unitPrice: 1 }), names: ['items.0.unitPrice'] },
    {
      name: 'a misspelt field in an item',
      body: items({ productId: product, quantty: 1 }),
      names: ['quantty', 'quantity'],
    },
    {
      name: 'everything wrong',
      body: { items: [{ productId: 'x', quantity: 0 }], userId: -1, note: '' },
      names: ['items.0.productId', 'items.0.quantity', 'userId', 'note'],
    },
  ];
}
