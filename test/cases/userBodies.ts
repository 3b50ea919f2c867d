/** A body that is refused, and what its refusal must name. */
export interface RefusedBody {
  name: string;
  body: unknown;
  names: readonly (string | RegExp)[];
}

/** Bodies that are refused whatever the endpoint. */
export const REFUSED_BODIES: readonly RefusedBody[] = [
  { name: 'no body', body: '', names: [] },
  { name: 'half an object', body: '{"name": "Ada"', names: [/JSON/i] },
  { name: 'a trailing comma', body: '{"name": "Ada",}', names: [/JSON/i] },
  { name: 'two values', body: '{} {}', names: [/JSON/i] },
  { name: 'bytes that are not UTF-8', body: Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), names: [] },
  { name: 'an array', body: [], names: [/object/] },
  { name: 'a text', body: '"Ada"', names: [/object/] },
  { name: 'null', body: 'null', names: [/object/] },
  { name: 'a deep nest', body: '['.repeat(100_000) + ']'.repeat(100_000), names: [] },
  { name: 'a deep nest of objects', body: '{"name":'.repeat(5_000) + '1' + '}'.repeat(5_000), names: [] },
];

/** Bodies of version 1 that are refused. */
export const REFUSED_USERS_V1: readonly RefusedBody[] = [
  { name: 'an empty object', body: {}, names: ['name'] },
  { name: 'a name that is null', body: { name: null }, names: ['name'] },
  { name: 'an empty name', body: { name: '' }, names: ['name'] },
  { name: 'a blank name', body: { name: ' \t\n ' }, names: ['name'] },
  { name: 'a name that is a number', body: { name: 1 }, names: ['name'] },
  { name: 'a name that is an object', body: { name: { first: 'Ada' } }, names: ['name'] },
  { name: 'a name of 201 characters', body: { name: 'x'.repeat(201) }, names: ['name', '200'] },
  { name: 'a name with U+0000', body: { name: 'A\u0000da' }, names: ['name'] },
  { name: 'a name with half a surrogate pair', body: '{"name":"A\\ud800da"}', names: ['name'] },
  { name: 'an unknown field', body: { name: 'Ada', nickname: 'x' }, names: ['nickname'] },
  { name: 'a misspelt field', body: { name: 'Ada', emial: 'a@example.com' }, names: ['emial', 'email'] },
  { name: 'the fields of version 2', body: { firstName: 'Ada', lastName: '' }, names: ['firstName', 'lastName'] },
  { name: 'the id', body: { id: 1, name: 'Ada' }, names: ['id'] },
  { name: 'a field named __proto__', body: '{"name":"Ada","__proto__":{"x":1}}', names: ['__proto__'] },
  { name: 'an e-mail that is none', body: { name: 'Ada', email: 'ada' }, names: ['email'] },
  {
    name: 'an e-mail of 255 characters',
    body: { name: 'Ada', email: emailOf(255) },
    names: ['email', '254'],
  },
  { name: 'an e-mail with U+0000', body: { name: 'Ada', email: 'a\u0000@example.com' }, names: ['email'] },
  { name: 'everything wrong', body: { name: 1, email: 2, x: 3 }, names: ['name', 'email', 'x'] },
];

/** Bodies of version 2 that are refused. */
export const REFUSED_USERS_V2: readonly RefusedBody[] = [
  { name: 'an empty object', body: {}, names: ['firstName', 'lastName'] },
  { name: 'no last name', body: { firstName: 'Ada' }, names: ['lastName'] },
  { name: 'no first name', body: { lastName: 'Lovelace' }, names: ['firstName'] },
  { name: 'an empty first name', body: { firstName: '', lastName: 'Lovelace' }, names: ['firstName'] },
  { name: 'the field of version 1', body: { name: 'Ada Lovelace' }, names: ['name', 'firstName', 'lastName'] },
  { name: 'all three', body: { name: 'Ada', firstName: 'Ada', lastName: 'L' }, names: ['name'] },
  { name: 'a first name of 201', body: { firstName: 'x'.repeat(201), lastName: '' }, names: ['firstName', '200'] },
  { name: 'a last name of 199', body: { firstName: 'x', lastName: 'x'.repeat(199) }, names: ['lastName', '198'] },
  {
    name: 'parts too long together',
    body: { firstName: 'x'.repeat(101), lastName: 'x'.repeat(100) },
    names: [/name/i],
  },
  { name: 'a misspelt field', body: { firstname: 'Ada', lastName: '' }, names: ['firstname', 'firstName'] },
  { name: 'an e-mail that is none', body: { firstName: 'A', lastName: 'B', email: 'A B' }, names: ['email'] },
];

/** Users of version 2 that are just within the bounds. */
export const EXTREME_USERS: readonly { name: string; body: Record<string, string> }[] = [
  { name: 'a first name of 200 characters', body: { firstName: '😀'.repeat(200), lastName: '' } },
  { name: 'a last name of 198 characters', body: { firstName: 'x', lastName: 'é'.repeat(198) } },
  { name: 'parts that make a name of 200', body: { firstName: 'x'.repeat(100), lastName: 'y'.repeat(99) } },
  { name: 'an e-mail of 254 characters', body: { firstName: 'Ada', lastName: '', email: emailOf(254) } },
];

/** An address of so many characters, more than 200 of them. */
function emailOf(length: number): string {
  const domain = `${'b.'.repeat(95)}com`;
  return `${'a'.repeat(length - domain.length - 1)}@${domain}`;
}

/** Names of version 1 and the parts that version 2 shows of them. A name is trimmed and split at its first white space. */
export const SPLIT_NAMES: readonly { name: string; firstName: string; lastName: string }[] = [
  { name: 'Ada Lovelace', firstName: 'Ada', lastName: 'Lovelace' },
  { name: 'Ada', firstName: 'Ada', lastName: '' },
  { name: 'Ada King Lovelace', firstName: 'Ada', lastName: 'King Lovelace' },
  { name: '  Ada   Lovelace  ', firstName: 'Ada', lastName: 'Lovelace' },
  { name: '\tAda\n \tLovelace\r\n', firstName: 'Ada', lastName: 'Lovelace' },
  { name: 'Ada King  Lovelace', firstName: 'Ada', lastName: 'King  Lovelace' },
  { name: "Jean-Luc O'Neill", firstName: 'Jean-Luc', lastName: "O'Neill" },
  { name: '李 小龍', firstName: '李', lastName: '小龍' },
  { name: '👩‍🚀 🚀', firstName: '👩‍🚀', lastName: '🚀' },
  { name: 'מיכל כהן', firstName: 'מיכל', lastName: 'כהן' },
  { name: "Robert'); DROP TABLE users;--", firstName: "Robert');", lastName: 'DROP TABLE users;--' },
  { name: '<b>Ada</b> &amp;', firstName: '<b>Ada</b>', lastName: '&amp;' },
  { name: '😀'.repeat(200), firstName: '😀'.repeat(200), lastName: '' },
  { name: 'x'.repeat(200), firstName: 'x'.repeat(200), lastName: '' },
  { name: `x ${'y'.repeat(198)}`, firstName: 'x', lastName: 'y'.repeat(198) },
];
