/** What the rows of one number of connections are grouped as. */
export function nameGroup(connections: number): string {
  return connections === 1 ? '1 connection' : `${connections} connections`;
}
