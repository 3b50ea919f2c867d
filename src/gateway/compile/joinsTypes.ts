/** Whether an exported value of one type fills a variable of the other: an ID is a text in GraphQL. */
export function joinsTypes(one: string, other: string): boolean {
  return one === other || [one, other].every((each) => each === 'ID' || each === 'String');
}
