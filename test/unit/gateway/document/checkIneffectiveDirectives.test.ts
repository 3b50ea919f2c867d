import { describe } from 'vitest';
import { query, testTable } from './support/table.ts';

const LOOKUP = query('book(id: $id) { id }', '($id: ID!)');

describe('a directive is refused where it has no effect:', () => {
  testTable([
    [
      '@export in an endpoint',
      query('book(id: 1) { id @export(as: "x") }'),
      '3:18: @export has no effect outside of a lookup query. | Move it to the lookup query, or delete it.',
    ],
    [
      '@include and @skip with a constant',
      query('book(id: 1) { id @include(if: true) title @skip(if: false) }'),
      '3:31: The condition of @include is constant. | Use a Boolean variable, or delete the directive.',
      '3:53: The condition of @skip is constant. | Use a Boolean variable, or delete the directive.',
    ],
    ['not @include with a variable', query('book(id: 1) { id @include(if: $x) }', '($x: Boolean!)')],
    ['not @export in a lookup query', `query l { book(id: 1) { id @export(as: "id") } }\n${LOOKUP}`],
    [
      'those of responses in a lookup query',
      `query l($x: Boolean! @expand) {
  book(id: 1) @unwrap { id @export(as: "id") author @error { name } }
  books @paginate { totalCount @include(if: $x) } }\n${LOOKUP}`,
      '1:22: @expand has no effect in a lookup query, which is not part of the response. | Delete it.',
      '2:15: @unwrap has no effect in a lookup query, which is not part of the response. | Delete it.',
      '2:53: @error has no effect in a lookup query, which is not part of the response. | Delete it.',
      '3:9: @paginate has no effect in a lookup query, which is not part of the response. | Delete it.',
    ],
  ]);
});
