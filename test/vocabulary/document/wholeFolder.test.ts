import { expect, test } from 'vitest';
import { libraryFaults, query } from '../support/library.ts';

const endpoint = (path: string, more = '') =>
  `query ${path.replaceAll(/\W/g, '')} @endpoint(method: GET, path: "${path}"${more}) { shelves { name } }`;

test('every problem of a folder is reported, each at its own position', () => {
  const diagnostics = libraryFaults({
    'conventions.json': '{\n  "enums": { "Genr": "lowercase" },\n  "scalars": { "Isbm": { "type": "string" } }\n}',
    'loose.graphql': endpoint('/loose'),
    'version3/a.graphql': endpoint('/a'),
    'v1/enum.graphql': 'query q @endpoint(method: FETCH, path: "/enum") { shelves { name } }',
    'v1/extension.gql': endpoint('/extension'),
    'v1/field.graphql': query('shelfs { name }'),
    'v1/shape.graphql': endpoint('/shape').replace('name', '...Self'),
    'v1/shapes/Shelf.graphql': 'fragment Shelf on Shelf { nam }',
    'v1/syntax.graphql': 'query q @endpoint(method: GET, path: "/syntax") {\n  shelves { name }\n',
    'v1/types.graphql': 'type Book { id: ID! }',
    'v1/version.graphql': endpoint('/v1/version'),
    'v2/removed.graphql': endpoint('/removed', ', removed: true'),
    'v2/twin.graphql': endpoint('/other'),
    'v2/twin2.graphql': endpoint('/other'),
    'v4/': '',
  });
  expect(diagnostics).toMatchInlineSnapshot(`
    [
      "conventions.json:2:14: Unknown enum "Genr"; did you mean "Genre"? Known enums are "Genre", "Method".",
      "conventions.json:3:16: Unknown scalar "Isbm"; did you mean "Isbn"? Known scalars are "Isbn".",
      "loose.graphql:1:1: An endpoint document must be in the folder of a version. Move the file to the version that introduces it, such as v1.",
      "v1/enum.graphql:1:27: Value "FETCH" does not exist in "Method" enum. Did you mean the enum value "PATCH" or "GET"? Write one of GET, POST, PUT, PATCH, DELETE, without quotation marks.",
      "v1/extension.gql:1:1: The extension of an endpoint document must be .graphql, not .gql. Rename the file to extension.graphql.",
      "v1/field.graphql:3:1: Cannot query field "shelfs" on type "Query". Did you mean "shelves"? The fields of Query are book, books, find, item, shelves.",
      "v1/shape.graphql:1:67: Unknown shape "Self"; did you mean "Shelf"? Known shapes are "Shelf".",
      "v1/shapes/Shelf.graphql:1:27: Cannot query field "nam" on type "Shelf". Did you mean "name"? The fields of Shelf are name.",
      "v1/syntax.graphql:3:1: Syntax Error: Expected Name, found <EOF>. Correct the syntax: write an endpoint as query name($variable: Type) @endpoint(method: GET, path: "/path") { field }.",
      "v1/types.graphql:1:1: An endpoint document must not define types. Move the definition to the schema.",
      "v1/version.graphql:1:46: The path "/v1/version" must not begin with a version, which the folder adds. Remove the version.",
      "v2/removed.graphql:1:65: GET /removed is removed, but no version before v2 has it. Correct the method or path, or remove the document.",
      "v2/twin2.graphql:1:42: GET /other is already the route GET /other of v2/twin.graphql. Remove one of the two, or change its method or path.",
      "v4:1:1: The version v4 is empty. Add an endpoint document or conventions.json, or remove the folder.",
      "version3:1:1: The folder "version3" is not a version. Rename it, or move it to another place: versions are named v1, v2, ….",
    ]
  `);
  for (const diagnostic of diagnostics) expect(diagnostic).toMatch(/:\d+:\d+: \S.+ \S.+[.?]$/);
});

test('where conventions or shapes cannot be read, every problem of reading is reported, and nothing is compared with the schema', () => {
  const diagnostics = libraryFaults({
    'conventions.json':
      '{\n  "cas": "snake_case",\n  "case": "camel",\n  "page": { "max": 0, "styles": [] },\n  "expand": "a",\n  "expand": "b"\n}',
    'v1/conventions.json':
      '{\n  "cas": "snake_case",\n  "case": "snake-case",\n  "page": { "max": 0, "styles": ["OFSET"] }\n}',
    'v1/convention.json': '{}',
    'v1/users/conventions.json': '{}',
    'v1/a.graphql': 'query q @endpoint(method: GET, path: "/a") { unknown }',
    'v1/b.graphql': 'query q @endpoint(method: GET, path: 1) { unknown }',
    'v1/shapes/Shelf.graphql': 'fragment Shelv on Shelf { name }',
    'v2/conventions.json': '{ "case": schema }',
  });
  expect(diagnostics).toMatchInlineSnapshot(`
    [
      "conventions.json:6:3: The key "expand" is given twice. Remove one of the two.",
      "v1/b.graphql:1:38: String cannot represent a non string value: 1 Write a value of String.",
      "v1/convention.json:1:1: The file convention.json is not read here. api.json is beside the versions; conventions.json is there, and in the folder of a version.",
      "v1/conventions.json:2:3: Unknown convention "cas"; did you mean "case"? Known conventions are "case", "names", "nonNull", "enums", "scalars", "page", "connection", "expand", "fields", "nulls", "body", "ignore", "unknown", "consumes", "produces", "uploads", "accepts", "cache", "idempotencyKey", "rateLimit", "headers", "tags", "tools", "errors", "auth", "urls", "deprecated", "sunset", "brownouts", "afterSunset".",
      "v1/conventions.json:3:11: "case" must be "schema" or "snake_case". Correct the value, or remove the key.",
      "v1/conventions.json:4:20: "page.max" must be an integer of at least 1. Correct the value, or remove the key.",
      "v1/conventions.json:4:34: "page.styles.0" must be "OFFSET", "PAGE" or "CURSOR". Correct the value, or remove the key.",
      "v1/shapes/Shelf.graphql:1:10: The shape "Shelv" must have the name of its file. Rename one of them.",
      "v1/users/conventions.json:1:1: The file conventions.json is not read here. api.json is beside the versions; conventions.json is there, and in the folder of a version.",
      "v2/conventions.json:1:11: Syntax Error: Invalid symbol. Write JSON: names and strings in double quotation marks, no comments, and no comma at an end.",
    ]
  `);
  for (const diagnostic of diagnostics) expect(diagnostic).toMatch(/:\d+:\d+: \S.+ \S.+[.?]$/);
});
