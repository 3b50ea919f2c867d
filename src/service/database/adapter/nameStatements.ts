/** Statements with a name on each connection; each costs the server memory. */
const MAX_PREPARED_STATEMENTS = 500;

/** The best plan for a pattern depends on its text, so PostgreSQL plans such a statement each time. */
const PATTERN_MATCH = ' ILIKE ';

/**
 * Creates what names the statements of a pool, which are prepared once on each connection; '' for one that is not. With `isOff`, none is:
 * behind a transaction pooler the next statement may run in another session.
 */
export function nameStatements(isOff: boolean): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    let name = names.get(text);
    if (name !== undefined) return name;
    if (isOff || names.size === MAX_PREPARED_STATEMENTS || text.includes(PATTERN_MATCH)) return '';
    names.set(text, (name = `portico_${names.size}`));
    return name;
  };
}
