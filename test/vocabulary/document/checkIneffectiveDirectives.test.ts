import { describe } from 'vitest';
import { query, testLibrary } from '../support/library.ts';

const LOOKUP = query('book(id: $id) { id }', '($id: ID!)');

describe('a directive is refused where it has no effect:', () => {
  testLibrary([
    [
      '@export in an endpoint',
      query('book(id: 1) { id @export(as: "x") }'),
      '3:18: @export has no effect outside of a lookup query. Move it to the lookup query, or remove it.',
    ],
    [
      '@include and @skip with a constant',
      query('book(id: 1) { id @include(if: true) title @skip(if: false) }'),
      '3:31: @include(if:) must be a Boolean variable, not a constant. Use a Boolean variable, or remove the directive.',
      '3:53: @skip(if:) must be a Boolean variable, not a constant. Use a Boolean variable, or remove the directive.',
    ],
    ['not @include with a variable', query('book(id: 1) { id @include(if: $x) }', '($x: Boolean!)')],
    ['not @export in a lookup query', `query l { book(id: 1) { id @export(as: "id") } }\n${LOOKUP}`],
    [
      'those of responses in a lookup query',
      `query l($x: Boolean! @expand) {
  book(id: 1) @unwrap { id @export(as: "id") author @error { name } }
  books @paginate { totalCount @include(if: $x) } }\n${LOOKUP}`,
      '1:22: @expand has no effect in a lookup query, which is not part of the response. Remove it.',
      '2:15: @unwrap has no effect in a lookup query, which is not part of the response. Remove it.',
      '2:53: @error has no effect in a lookup query, which is not part of the response. Remove it.',
      '3:9: @paginate has no effect in a lookup query, which is not part of the response. Remove it.',
    ],
  ]);
});
