// Files over HTTP, in the three hosts of the library: node:http, a middleware of express, and fetch.
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type IncomingMessage, type RequestListener, type Server, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import express from 'express';
import { buildSchema } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type PorticoUpload, createPortico } from '../../src/gateway/index.ts';
import { folderOf } from './support/folderOf.ts';

const MULTIPART = 'consumes: ["multipart/form-data"]';
const folder = folderOf({
  'v1/avatar.graphql': `mutation avatar($id: ID!, $file: Upload! @param(maxLength: 20)) @endpoint(method: PUT, path: "/users/{id}/avatar", body: "file", consumes: ["image/png", "text/plain"]) { avatar(id: $id, file: $file) }`,
  'v1/raw.graphql': `mutation raw($file: Upload) @endpoint(method: PUT, path: "/raw", body: "file") { avatar(id: 1, file: $file) }`,
  'v1/attach.graphql': `mutation attach($title: String!, $file: Upload!, $any: Json) @endpoint(method: POST, path: "/attachments", status: 200, ${MULTIPART}) { attach(title: $title, files: [$file], any: $any) }`,
  'v1/album.graphql': `mutation album($input: AlbumInput!) @endpoint(method: POST, path: "/albums", status: 200, body: "input", consumes: ["application/json", "multipart/form-data"]) { album(input: $input) }`,
  'v1/plain.graphql': `mutation plain($title: String!, $tags: [String!]) @endpoint(method: POST, path: "/plain", status: 200, ${MULTIPART}) { plain(title: $title, tags: $tags) }`,
  'v1/conventions.json': '{ "uploads": { "maxBytes": 1000, "maxFiles": 3 }, "scalars": { "Json": { "type": "any" } } }',
});

const schema = buildSchema(`
  scalar Upload scalar Json
  input AlbumInput { title: String! cover: Upload photos: [Photo!] }
  input Photo { caption: String file: Upload! }
  type Query { a: String }
  type Mutation {
    avatar(id: ID!, file: Upload): String attach(title: String!, files: [Upload!]!, any: Json): String
    album(input: AlbumInput!): String plain(title: String!, tags: [String!]): String
  }
`);
let kept: PorticoUpload | undefined;
const describeFile = async (file: PorticoUpload | null | undefined) =>
  file ? `${file.filename}|${file.mimetype}|${file.encoding}|${await readText(file.createReadStream())}` : 'none';
interface Album {
  title: string;
  cover?: PorticoUpload | null;
  photos?: { caption?: string; file: PorticoUpload }[];
}
const resolvers: Record<string, (_: unknown, args: never) => unknown> = {
  avatar: (_, { file }: { file?: PorticoUpload }) => ((kept = file), describeFile(file)),
  attach: async (_, { title, files }: { title: string; files: PorticoUpload[] }) =>
    `${title}: ${(await Promise.all(files.map(describeFile))).join()}`,
  album: async (_, { input: { title, cover, photos = [] } }: { input: Album }) =>
    [
      title,
      await describeFile(cover),
      ...(await Promise.all(photos.map(async (each) => `${each.caption}=${await describeFile(each.file)}`))),
    ].join(),
  plain: (_, { title, tags }: { title: string; tags?: string[] }) => `${title} ${JSON.stringify(tags)}`,
};
for (const [name, resolve] of Object.entries(resolvers))
  schema.getMutationType()!.getFields()[name]!.resolve = resolve as never;

const portico = createPortico({ schema, endpoints: folder });
const servers: Server[] = [];
const listen = async (listener: RequestListener) => {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const temporary = mkdtempSync(path.join(tmpdir(), 'uploads-'));
beforeAll(() => void vi.stubEnv('TMPDIR', temporary));
afterEach(() => expect(readdirSync(temporary)).toEqual([]));
afterAll(() => {
  vi.unstubAllEnvs();
  for (const server of servers) server.close();
  rmSync(temporary, { recursive: true });
});

const url = await listen(portico.handler);
const application = express().use(portico.handler);
const hosts: [string, (target: string, init: RequestInit) => Promise<Response>][] = [
  ['node:http', (target, init) => fetch(url + target, init)],
  ['express', async (target, init) => fetch((await listen(application)) + target, init)],
  ['fetch', (target, init) => portico.fetch(new Request(`http://localhost${target}`, init))],
];
const [[, send]] = hosts as [(typeof hosts)[0]];
type Parts = Readonly<Record<string, string | File | readonly (string | File)[]>>;
const form = (parts: Parts) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(parts)) for (const each of [value].flat()) body.append(name, each);
  return { method: 'POST', body };
};
/** A request whose body arrives in pieces of this many bytes. */
const inPieces = (target: string, body: string, contentType: string, size: number) => {
  const bytes = Buffer.from(body);
  let at = 0;
  const stream = new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += size)));
      else controller.close();
    },
  });
  return new Request(`http://localhost${target}`, {
    method: 'POST',
    body: stream,
    headers: { 'content-type': contentType },
    duplex: 'half',
  } as RequestInit);
};
const file = (content: string, name = 'a.txt', type = 'text/plain') => new File([content], name, { type });
const seen = async (sent: Promise<Response>) => {
  const response = await sent;
  return [response.status, await response.json()];
};

describe.each(hosts)('files over %s', (_, sendTo) => {
  test('are values of resolvers', async () => {
    const { status, headers } = await sendTo('/v1/plain', form({ title: 'x' }));
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(
      await seen(sendTo('/v1/attachments', form({ title: 'a, b & Käse', file: file('hello', 'ä "1".txt') }))),
    ).toEqual([200, 'a, b & Käse: ä %221%22.txt|text/plain|7bit|hello']);
  });
  test('may be the whole body', async () => {
    const put = (target: string, body: string, type?: string) =>
      sendTo(target, {
        method: 'PUT',
        body: new Blob([body]),
        headers: type === undefined ? {} : { 'content-type': type },
      });
    expect(await seen(put('/v1/users/7/avatar', 'PNG', 'image/png'))).toEqual([200, '|image/png|binary|PNG']);
    expect(await seen(put('/v1/users/7/avatar', 'PNG', 'image/jpeg'))).toEqual([
      415,
      { error: 'Content-Type image/jpeg is not supported; send image/png or text/plain.' },
    ]);
    expect(await seen(put('/v1/users/7/avatar', 'x'.repeat(21), 'text/plain; charset=latin1'))).toEqual([
      413,
      { error: 'A file must not be larger than 20 bytes.' },
    ]);
    expect(await seen(put('/v1/users/7/avatar', '', 'image/png'))).toEqual([400, { error: 'body is required' }]);
    expect(await seen(put('/v1/users/7/avatar', 'PNG'))).toEqual([
      415,
      { error: 'The body has no Content-Type; send image/png or text/plain.' },
    ]);
    expect(await seen(put('/v1/users/7/avatar', ''))).toEqual([400, { error: 'body is required' }]);
    for (const type of ['foo bar', ';', 'a/b c', 'image/']) {
      expect(await seen(put('/v1/raw', 'x', type))).toEqual([
        415,
        { error: `Content-Type ${type} is not supported; send a media type such as image/png.` },
      ]);
    }
    expect(await seen(put('/v1/raw', 'x'))).toEqual([200, '|application/octet-stream|binary|x']);
    expect(await seen(put('/v1/raw', '{}', 'application/json'))).toEqual([200, '|application/json|binary|{}']);
    expect(await seen(put('/v1/raw', ''))).toEqual([200, 'none']);
  });
});

describe('a form', () => {
  test.each<[string, Parts, string, unknown]>([
    ['with texts alone', { title: 'a', tags: ['x,y', 'z'] }, '/v1/plain', 'a ["x,y","z"]'],
    [
      'with names in brackets',
      { 'photos[0][file]': file('one', '1.txt'), title: 'b', 'photos[0][caption]': 'c', cover: file('two', '2.txt') },
      '/v1/albums',
      'b,2.txt|text/plain|7bit|two,c=1.txt|text/plain|7bit|one',
    ],
    ['without a file that may be absent', { title: 'b' }, '/v1/albums', 'b,none'],
    [
      'with a file that was not chosen',
      { title: 'b', cover: file('', '', 'application/octet-stream') },
      '/v1/albums',
      'b,none',
    ],
    ['with null in place of a file', { title: 'b', cover: '' }, '/v1/albums', 'b,none'],
  ])('%s is read', async (_, parts, target, body) => {
    expect(await seen(send(target, form(parts)))).toEqual([200, body]);
  });

  test.each<[string, Parts, string, number, string]>([
    ['without a required file', { title: 'a' }, '/v1/attachments', 400, 'file is required'],
    ['with a text in place of a file', { title: 'a', file: 'x' }, '/v1/attachments', 400, 'file must be a file'],
    [
      'with a file in place of a text',
      { title: file('x'), file: file('x') },
      '/v1/attachments',
      400,
      'title must be a text, not a file',
    ],
    [
      'with files as any JSON',
      { title: 'a', file: file('x'), 'any[b][]': file('x') },
      '/v1/attachments',
      400,
      'any must not have files',
    ],
    [
      'with two files for one',
      { title: 'a', file: [file('x'), file('y')] },
      '/v1/attachments',
      400,
      'file must be one file',
    ],
    [
      'with a file of an unknown name',
      { title: 'a', file: file('x'), fil: file('y') },
      '/v1/attachments',
      400,
      'fil is not a known property; did you mean "file"?',
    ],
    [
      'with a file in place of an object',
      { title: 'a', 'photos[0]': file('x') },
      '/v1/albums',
      400,
      'photos.0 must be an object, with names in brackets',
    ],
    [
      'with a file that is too large',
      { title: 'a', file: file('x'.repeat(1001)) },
      '/v1/attachments',
      413,
      'A file must not be larger than 1000 bytes.',
    ],
    [
      'with too many files',
      Object.fromEntries([0, 1, 2, 3].map((at) => [`photos[${at}][file]`, file('x')])),
      '/v1/albums',
      400,
      'The body is not a valid form: it must not have more than 3 files.',
    ],
    [
      'with files where none are read',
      { title: 'a', tags: file('x') },
      '/v1/plain',
      400,
      'The body is not a valid form: it must have no files.',
    ],
    [
      'with a text that is too large',
      { title: 'a'.repeat(2 ** 20) },
      '/v1/plain',
      413,
      'The texts of a form must not be larger than 1048576 bytes.',
    ],
  ])('%s is refused', async (_, parts, target, status, error) => {
    expect(await seen(send(target, form(parts)))).toEqual([status, { error }]);
  });

  test('with too many values is refused', async () => {
    const tags = Array.from({ length: 10_001 }, () => 'x');
    expect(await seen(send('/v1/plain', form({ tags })))).toEqual([
      413,
      { error: 'The form must not have more than 10000 values.' },
    ]);
  });

  const type = 'multipart/form-data; boundary=b';
  const NO_BOUNDARY = 'Content-Type must have a boundary of 1 to 70 printable characters of US-ASCII';
  const head = '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n';
  test.each<[string, string, string, string]>([
    ['without a boundary', 'multipart/form-data', `${head}a\r\n--b--`, NO_BOUNDARY],
    ['with an empty boundary', 'multipart/form-data; boundary=""', `--\r\n${head}a\r\n----`, NO_BOUNDARY],
    [
      'with a boundary of 71 characters',
      `multipart/form-data; boundary=${'c'.repeat(71)}`,
      `${head.replace('--b', `--${'c'.repeat(71)}`)}a\r\n--${'c'.repeat(71)}--`,
      NO_BOUNDARY,
    ],
    ['with a boundary in ISO-8859-1', 'multipart/form-data; boundary=\u00e9', `${head}a\r\n--b--`, NO_BOUNDARY],
    ['without an end', type, `${head}a\r\n`, 'Unexpected end of form'],
    [
      'within a file',
      type,
      '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nabc',
      'Unexpected end of form',
    ],
    ['with other boundaries', type, `${head.replace('--b', '--c')}a\r\n--c--`, 'Unexpected end of form'],
    [
      'with the header of a part that has no end',
      type,
      `--b\r\n${'x'.repeat(17000)}: y\r\n\r\na\r\n--b--`,
      'Malformed part header',
    ],
    ...(
      [
        ['of 16,001 bytes', `${head.slice(5, -4)}\r\nX: ${'x'.repeat(15_952)}\r\n\r\na\r\n--b--`],
        ['of 101 lines', `${head.slice(5, -4)}${'\r\nX: y'.repeat(100)}\r\n\r\na\r\n--b--`],
        [
          'of 101 lines, of which one is folded',
          `${head.slice(5, -4)}\r\nX: y${'\r\n y'.repeat(99)}\r\n\r\na\r\n--b--`,
        ],
        [
          'with a boundary in it',
          'Content-Disposition: form-data; name=title\r\nContent-Type: text/plain\r\n--b\r\nX: y\r\n\r\na\r\n--b--',
        ],
        [
          'with the last boundary in it',
          'Content-Disposition: form-data; name=a\r\n--b--\r\nX: y\r\n\r\n\r\na\r\n--b--',
        ],
        ['that is the last boundary', `${head.slice(5)}a\r\n--b\r\n--b--`],
        ['that is a boundary', `${head.slice(5)}a\r\n--b\r\n${head}a\r\n--b--`],
        ['that has no empty line', `${head.slice(5, -2)}--b\r\nX: y\r\n\r\na\r\n--b--`],
        ['and no body', `${head.slice(5, -2)}\r\n--b\r\nx\r\n--b--`],
      ] as const
    ).map(
      ([name, rest]) =>
        [`with a header ${name}`, type, `--b\r\n${rest}`, 'Malformed part header'] as [string, string, string, string],
    ),
    [
      'with a part that has no name',
      type,
      '--b\r\nContent-Disposition: form-data\r\n\r\na\r\n--b--',
      'a part has no name',
    ],
    [
      'with a part whose Content-Disposition is repeated',
      type,
      `${head.trimEnd()}\r\nContent-Disposition: form-data; name="file"\r\n\r\na\r\n--b--`,
      'a part must have one Content-Disposition',
    ],
    [
      'with white space after a boundary',
      type,
      `${head}a\r\n--b \r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\na\r\n--b--`,
      'a boundary is followed by other characters than a line break',
    ],
    [
      'with a line that begins as a boundary does',
      type,
      `${head}a\r\n--book\r\n--b--`,
      'a boundary is followed by other characters than a line break',
    ],
  ])('%s is 400', async (_, contentType, body, reason) => {
    const refused = [400, { error: `The body is not a valid form: ${reason}.` }];
    const response = send('/v1/attachments', { method: 'POST', body, headers: { 'content-type': contentType } });
    expect(await seen(response)).toEqual(refused);
    for (const size of [1, 2, 7, 1000])
      expect(await seen(portico.fetch(inPieces('/v1/attachments', body, contentType, size)))).toEqual(refused);
  });

  const skipped: [string, string][] = [
    ['without a Content-Disposition', 'Content-Type: text/plain'],
    ['with a foreign one', 'Content-Disposition: attachment; name="tags"'],
    ['with an empty one', 'Content-Disposition: '],
    ['with one that has no separator', 'Content-Disposition: form-data name="tags"'],
    ['with one whose name is not closed', 'Content-Disposition: form-data; name="tags'],
    ['with one whose name has no value', 'Content-Disposition: form-data; name='],
    ['with one whose file name is not encoded', `Content-Disposition: form-data; name="tags"; filename*=UTF-8''%zz`],
  ];
  const last = `${head}a\r\n`;
  describe.each(hosts)('over %s', (__, sendTo) => {
    test.each(skipped)('with a part %s is 400, wherever it is', async (_, header) => {
      const other = `--b\r\n${header}\r\n\r\nx\r\n`;
      for (const body of [other + last, last + other, other, last + other + other + last]) {
        const init = { method: 'POST', body: `${body}--b--\r\n`, headers: { 'content-type': type } };
        expect(await seen(sendTo('/v1/plain', init))).toEqual([
          400,
          {
            error: expect.stringMatching(/^The body is not a valid form: a part (?:has|must have) .*Content-Disp.*\.$/),
          },
        ]);
      }
    });
  });

  test.each<[string, string, string]>([
    [
      'with text before its first part and after its last',
      `before\r\n${last}--b--\r\nafter\r\n--b\r\n\r\nx`,
      'a undefined',
    ],
    ['with an empty text', `${head}\r\n--b--`, ' undefined'],
    [
      'with a folded header',
      `--b\r\nContent-Disposition: form-data;\r\n name="title"\r\n\r\na\r\n--b--`,
      'a undefined',
    ],
    ['with dashes and line breaks in a text', `${head}--\r\n-b\r\n--\r\n\r\n--b--`, '--\r\n-b\r\n--\r\n undefined'],
    ['with a header of 16,000 bytes', `--b\r\nX: ${'x'.repeat(15_951)}\r\n${last.slice(5)}--b--`, 'a undefined'],
    [
      'with a header of 16,000 bytes in 100 lines',
      `--b\r\n${`X: ${'x'.repeat(155)}\r\n`.repeat(97)}X: ${'x'.repeat(424)}\r\n ${'x'.repeat(4)}\r\n${last.slice(5)}--b--`,
      'a undefined',
    ],
    ['with a last boundary that a line break and a header follow', `${last}--b--\r\n--b\r\nX: y`, 'a undefined'],
    ['with a quoted boundary', `${last}--b--`, 'a undefined'],
    ['with the beginning of a boundary in a text', `${head}\r\n--\r\n\r\n--b--`, '\r\n--\r\n undefined'],
  ])('%s is read, in pieces of any size', async (_, body, read) => {
    for (const size of [1, 2, 7, 1000]) {
      const quoted = 'multipart/form-data; boundary="b"';
      expect(await seen(portico.fetch(inPieces('/v1/plain', body, quoted, size)))).toEqual([200, read]);
    }
  });

  const part = (header: string, content: string | Buffer) => ({
    method: 'POST',
    headers: { 'content-type': type },
    body: Buffer.concat([Buffer.from(`--b\r\n${header}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n--b--')]),
  });
  const title = 'Content-Disposition: form-data; name="title"';
  const utf16 = Buffer.from('Käse', 'utf16le');
  const NOT_UTF8 = 'The body is not a valid form: "title" has U+FFFD, in place of what is not UTF-8.';
  test.each<[string, string, Buffer | string, number, unknown]>([
    ['in UTF-8 that is declared', '; charset=UTF-8', 'Ã© Käse €', 200, 'Ã© Käse € undefined'],
    ['in UTF-8 that is declared with an empty parameter', '; charset=UTF-8;', 'Ã© Käse €', 200, 'Ã© Käse € undefined'],
    ['in UTF-8 that is declared beside it', '; ; charset="utf8" ; ', 'Ã© Käse €', 200, 'Ã© Käse € undefined'],
    ...['; charset=latin1;', '; x=a/b; charset=latin1', '; charset=latin1; x=a/b', '; a(=b; charset=latin1'].map(
      (parameters): [string, string, Buffer, number, object] => [
        `with the parameters ${parameters}, of which the parser reads none`,
        parameters,
        Buffer.from([0xe9]),
        415,
        { error: 'The charset of "title" is not supported; send UTF-8.' },
      ],
    ),
    ['in UTF-8', '', 'Ã© Käse €', 200, 'Ã© Käse € undefined'],
    [
      'in no charset that exists',
      '; charset=x',
      'a',
      415,
      { error: 'The charset of "title" is not supported; send UTF-8.' },
    ],
    ...['base64', 'BASE64', 'hex', 'binary', 'ucs2', 'utf16le', '"utf-16le"; a', '" "'].map(
      (charset): [string, string, string, number, object] => [
        `in ${charset}, which is no charset`,
        `; charset=${charset}`,
        'a',
        415,
        { error: 'The charset of "title" is not supported; send UTF-8.' },
      ],
    ),
    ['in ISO-8859-1 that is declared', '; charset=iso-8859-1', Buffer.from([0xe9]), 200, 'é undefined'],
    ['in UTF-16 that is declared', '; charset="utf-16le"', utf16, 200, 'Käse undefined'],
    ['in Latin-1', '', Buffer.from([0xe9]), 400, { error: NOT_UTF8 }],
    ['not in UTF-8', '; charset=utf-8', Buffer.from([0xff]), 400, { error: NOT_UTF8 }],
  ])('with a text %s has its response', async (_, charset, content, status, body) => {
    const header = `${title}${charset && `\r\nContent-Type: text/plain${charset}`}`;
    expect(await seen(send('/v1/plain', part(header, content)))).toEqual([status, body]);
  });

  test.each([
    [
      'base64',
      415,
      { error: 'The Content-Transfer-Encoding base64 of "title" is not supported; send the text as it is.' },
    ],
    ['quoted-printable', 415, { error: expect.stringContaining('quoted-printable') }],
    ['8bit', 200, 'YQ== undefined'],
    ['8bit \t', 200, 'YQ== undefined'],
    ['\r\n 8bit', 200, 'YQ== undefined'],
    ['Binary', 200, 'YQ== undefined'],
  ])('with a text whose Content-Transfer-Encoding is %s has its response', async (encoding, status, body) => {
    const header = `${title}\r\nContent-Transfer-Encoding: ${encoding}`;
    expect(await seen(send('/v1/plain', part(header, 'YQ==')))).toEqual([status, body]);
  });

  test('with a text whose Content-Type is on a line of its own is refused where it has another charset', async () => {
    const header = `${title}\r\nContent-Type:\r\n text/plain; charset=latin1`;
    expect(await seen(send('/v1/plain', part(header, Buffer.from([0xe9]))))).toEqual([
      415,
      { error: 'The charset of "title" is not supported; send UTF-8.' },
    ]);
    expect(await seen(send('/v1/plain', part(header.replace('latin1', 'utf-8'), 'é')))).toEqual([200, 'é undefined']);
  });

  test.each([
    ['with an empty parameter', 'multipart/form-data; boundary=b;'],
    ['of 70 characters', `multipart/form-data; boundary=${'b'.repeat(70)}`],
    ['with the marks that RFC 2046 allows', `multipart/form-data; boundary="b'()+_,-./:=? b"`],
    ['that is escaped', String.raw`multipart/form-data; boundary="b\"\\b"`],
    ['beside another one', 'multipart/form-data; boundary=b; boundary=c'],
  ])('is read with a boundary %s', async (_, contentType) => {
    const boundary = /boundary="?((?:[^";\\]|\\.)*)/.exec(contentType)![1]!.replaceAll(/\\(.)/g, '$1');
    const body = `--${boundary}\r\n${title}\r\n\r\na\r\n--${boundary}--`;
    for (const [, sendTo] of hosts) {
      const init = { method: 'POST', body, headers: { 'content-type': contentType } };
      expect(await seen(sendTo('/v1/plain', init))).toEqual([200, 'a undefined']);
    }
  });

  test('has files whose Content-Type has an empty parameter', async () => {
    const header =
      'Content-Disposition: form-data; name="cover"; filename="a"\r\nContent-Type: Text/CSV; charset=utf-8;';
    const encoded = `${header}\r\nContent-Transfer-Encoding: Binary `;
    expect(await seen(send('/v1/albums', part(`${title}\r\n\r\nt\r\n--b\r\n${encoded}`, 'x')))).toEqual([
      200,
      't,a|text/csv|binary|x',
    ]);
  });

  test('whose whole Content-Type has another charset is refused', async () => {
    const { body } = part(title, 'a');
    const headers = { 'content-type': `${type}; charset=base64` };
    expect(await seen(send('/v1/plain', { method: 'POST', body, headers }))).toEqual([
      415,
      { error: 'The charset base64 is not supported; send UTF-8.' },
    ]);
  });

  test('limits the bytes of its texts, in any charset', async () => {
    const long = part(`${title}\r\nContent-Type: text/plain; charset=utf-8`, 'é'.repeat(2 ** 19));
    expect(await seen(send('/v1/plain', long))).toEqual([
      413,
      { error: 'The texts of a form must not be larger than 1048576 bytes.' },
    ]);
  });

  test('has files in any charset, and names without control characters', async () => {
    const header = `Content-Disposition: form-data; name="cover"; filename*=UTF-8''a%00%0D%0Ab%7F%C2%85\r\nContent-Type: text/csv; charset=latin1`;
    const titled = part(`${title}\r\n\r\nt\r\n--b\r\n${header}`, 'x');
    expect(await seen(send('/v1/albums', titled))).toEqual([200, 't,ab|text/csv|7bit|x']);
  });

  test('beside JSON is chosen by Content-Type', async () => {
    const json = (body: object) => ({
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    expect(await seen(send('/v1/albums', json({ title: 'a', cover: null })))).toEqual([200, 'a,none']);
    expect(await seen(send('/v1/albums', json({ title: 'a', cover: 'x' })))).toEqual([
      400,
      { error: 'cover must be a file' },
    ]);
    expect(await seen(send('/v1/attachments', json({ title: 'a' })))).toEqual([
      415,
      { error: 'Content-Type application/json is not supported; send multipart/form-data.' },
    ]);
  });

  test('that other middleware has read is a defect of the host, unless it kept the bytes', async () => {
    const failures: unknown[] = [];
    const { handler } = createPortico({
      schema,
      endpoints: folder,
      report: ({ error }) => void failures.push(error.cause),
    });
    const parsed = await listen(
      express()
        .use(async (request, _, next) => {
          await readText(request);
          request.body = { title: 'a' };
          next();
        })
        .use(handler),
    );
    expect((await fetch(`${parsed}/v1/attachments`, form({ title: 'a', file: file('x') }))).status).toBe(500);
    expect(String(failures)).toMatch(/consumed by another middleware, such as multer; mount Portico before it/);
    const raw = await listen(
      express()
        .use(express.raw({ type: '*/*' }))
        .use(handler),
    );
    expect(await seen(fetch(`${raw}/v1/attachments`, form({ title: 'a', file: file('x') })))).toEqual([
      200,
      'a: a.txt|text/plain|7bit|x',
    ]);
  });
});

describe('a file', () => {
  test('can be read several times, but only until the response', async () => {
    await send('/v1/raw', { method: 'PUT', body: 'x', headers: { 'content-type': 'text/plain' } });
    await expect(readText(kept!.createReadStream())).rejects.toThrow(/closed/);
  });
  test('that is read beyond the response by nothing that listens for errors ends no process', async () => {
    await send('/v1/raw', { method: 'PUT', body: 'x', headers: { 'content-type': 'text/plain' } });
    const stream = kept!.createReadStream();
    expect(() => stream.emit('error', new Error('without a listener it is thrown'))).not.toThrow();
    await new Promise((resolve) => stream.on('close', resolve).resume());
    expect(stream.errored?.message).toMatch(/closed/);
  });
  test('of a client that disconnects is deleted, and nothing is executed', async () => {
    kept = undefined;
    const responded = vi.fn<(status: number) => void>();
    const watched = createPortico({ schema, endpoints: folder, onResponse: ({ status }) => responded(status) });
    const { port } = new URL(await listen(watched.handler));
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('PUT /v1/raw HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Length: 900\r\n\r\nabc');
    const [request] = (await once(servers.at(-1)!, 'request')) as [IncomingMessage];
    while (!request.readableDidRead) await turn();
    socket.destroy();
    while (responded.mock.calls.length === 0) await turn();
    expect(responded.mock.calls).toEqual([[400]]);
    expect(kept).toBeUndefined();
  });
});
