import { describe } from 'vitest';
import { query, testLibrary } from '../support/library.ts';

const BOOK = 'The fields of Book are id, title, isbn, genre, author, shelf.';

describe('an error of GraphQL has a position and a hint:', () => {
  testLibrary([
    [
      'an unknown field, behind its alias',
      query('book(id: 1) { t: titel }'),
      '3:18: Cannot query field "titel" on type "Book". Did you mean "title"? ' + BOOK,
    ],
    [
      'a field of a union',
      query('item(id: 1) { title }'),
      '3:15: Cannot query field "title" on type "Item". Did you mean to use an inline fragment on "Book"? Select fields of its types, as in "... on Type { field }".',
    ],
    [
      'an object without a selection',
      query('a: shelves'),
      '3:4: Field "shelves" of type "[Shelf!]!" must have a selection of subfields. Did you mean "shelves { ... }"? The fields of Shelf are name.',
    ],
    [
      'a union without a selection',
      query('item(id: 1)'),
      '3:1: Field "item" of type "Item" must have a selection of subfields. Did you mean "item { ... }"? Select fields of its types, as in "... on Type { field }".',
    ],
    [
      'a scalar with a selection',
      query('shelves { name { first } }'),
      '3:16: Field "name" must not have a selection since type "String!" has no subfields. Remove the selection.',
    ],
    [
      'an unknown directive',
      query('book(id: 1) { shelf @unwrapp { name } }'),
      '3:21: Unknown directive "@unwrapp"; did you mean "@unwrap"? Known directives are @include, @skip, @endpoint, @param, @nonNull, @expand, @paginate, @total, @fields, @name, @unwrap, @wrap, @spread, @template, @header, @status, @catch, @export, @error.',
    ],
    [
      'a directive at another place',
      query('shelves { name @skip(if: $a) }', '($a: Boolean! @unwrap)'),
      '1:24: Directive "@unwrap" may not be used on VARIABLE_DEFINITION. Move it to FIELD, or remove it.',
    ],
    [
      'a directive of type definitions',
      query('shelves { name @deprecated }'),
      '3:16: Directive "@deprecated" may not be used on FIELD. Move it to FIELD_DEFINITION or ARGUMENT_DEFINITION or INPUT_FIELD_DEFINITION or ENUM_VALUE or DIRECTIVE_DEFINITION, or remove it.',
    ],
    [
      'a directive that can be at several places',
      'query get @error @endpoint(method: GET, path: "/b") { shelves { name } }',
      '1:11: Directive "@error" may not be used on QUERY. Move it to FIELD or INLINE_FRAGMENT, or remove it.',
    ],
    [
      'a directive that is given twice',
      query('shelves { name @skip(if: $a) @skip(if: $a) }', '($a: Boolean!)'),
      '3:30: The directive "@skip" can only be used once at this location. Remove one of the two.',
    ],
    [
      'an unknown argument',
      query('book(id: 1, lang: 2) { id }'),
      '3:13: Unknown argument "lang" on field "Query.book". The arguments of the field are id.',
    ],
    [
      'an argument of a field without arguments',
      query('shelves(first: 1) { name }'),
      '3:9: Unknown argument "first" on field "Query.shelves". Remove the argument.',
    ],
    [
      'a missing argument',
      query('b: book { id }'),
      '3:4: Field "book" argument "id" of type "ID!" is required, but it was not provided. Add the argument.',
    ],
    [
      'a misspelled argument',
      query('books(frist: 1) { totalCount }'),
      '3:1: Field "books" argument "first" of type "Int!" is required, but it was not provided. Add the argument.',
      '3:7: Unknown argument "frist" on field "Query.books". Did you mean "first"? The arguments of the field are first, after, genre.',
    ],
    [
      'an argument that is given twice',
      query('book(id: 1, id: 2) { id }'),
      '3:13: There can be only one argument named "id". Remove one of the two.',
    ],
    [
      'an unknown enum value',
      query('books(first: 1, genre: FACTS) { totalCount }'),
      '3:24: Value "FACTS" does not exist in "Genre" enum. Did you mean the enum value "FACT"? Write one of FICTION, FACT, without quotation marks.',
    ],
    [
      'values of another type',
      query('book(id: 1.5) { id } books(first: "1") { totalCount }'),
      '3:10: ID cannot represent a non-string and non-integer value: 1.5 Write a value of ID.',
      '3:35: Int cannot represent non-integer value: "1" Write a value of Int.',
    ],
    [
      'a scalar in place of an object',
      query('find(filter: 1) { id }'),
      '3:14: Expected value of type "Filter", found 1. Write a value of Filter.',
    ],
    [
      'an unknown field of an input object',
      query('find(filter: { titl: "x", title: "y", title: "z" }) { id }'),
      '3:16: Field "titl" is not defined by type "Filter". Did you mean "title"? The fields of Filter are title, genre.',
      '3:39: There can be only one input field named "title". Remove one of the two.',
    ],
    [
      'a missing field of an input object',
      'mutation m @endpoint(method: POST, path: "/b") { addBook(input: {}) { id } }',
      '1:65: Field "BookInput.title" of required type "String!" was not provided. Add the field to the object.',
    ],
    [
      'a variable that is not declared',
      query('book(id: $id) { id }'),
      '3:10: Variable "$id" is not defined by operation "get". Declare it after the name of the operation, as in "query name($variable: Type)".',
    ],
    [
      'a variable that is not used',
      query('shelves { name }', '($id: ID)'),
      '1:11: Variable "$id" is never used in operation "get". Use it in the operation, or remove it.',
    ],
    [
      'a variable of another type, at its type',
      query('book(id: $id) { id }', '($id: ID)'),
      '1:16: Variable "$id" of type "ID" used in position expecting type "ID!". Declare it as ID!.',
    ],
    [
      'a variable that is declared twice',
      query('book(id: $id) { id }', '($id: ID!, $id: ID!)'),
      '1:22: There can be only one variable named "$id". Remove one of the two.',
    ],
    [
      'a variable of an output type',
      query('book(id: $id) { id }', '($id: Book!)'),
      '1:16: Variable "$id" cannot be non-input type "Book!". Use a scalar, an enum, an input object, or a list of them.',
      '1:16: Variable "$id" of type "Book!" used in position expecting type "ID!". Declare it as ID!.',
    ],
    [
      'an unknown type',
      query('item(id: 1) { ... on Buk { id } }'),
      '3:22: Unknown type "Buk". Did you mean "Book"? Use a type of the schema.',
    ],
    [
      'a fragment on a scalar',
      query('item(id: 1) { ... on Isbn { id } }'),
      '3:22: Fragment cannot condition on non composite type "Isbn". Use an object type, an interface or a union.',
    ],
    [
      'a fragment on another type',
      query('book(id: 1) { ...F }') + ' fragment F on Shelf { name }',
      '3:15: Fragment "F" cannot be spread here as objects of type "Book" can never be of type "Shelf". Use a fragment on a type that Book can be.',
    ],
    [
      'a fragment that contains itself',
      query('book(id: 1) { ...F }') + ' fragment F on Book { author { books { ...F } } }',
      '4:41: Cannot spread fragment "F" within itself. Remove one of the spreads.',
    ],
    [
      'two fields of one response key',
      query('book(id: 1) { id id: title }'),
      '3:15: Fields "id" conflict because "id" and "title" are different fields. Use different aliases on the fields to fetch both if this was intentional. Give one of the fields another alias.',
    ],
    [
      'a variable in an endpoint directive',
      query('books(first: 1) @paginate(max: $n) { nodes { id } }', '($n: Int)'),
      '3:32: An argument of @paginate must be a literal, not the variable $n. Write the value itself.',
    ],
    [
      'nothing, where @paginate passes the required argument',
      query('books @paginate(styles: [CURSOR]) { nodes { id } }'),
    ],
    [
      'nothing, where a variable is the argument of another directive',
      query('shelves { name @skip(if: $a) }', '($a: Boolean!)'),
    ],
  ]);
});
