/** Values in quotation marks, as many as fit: `"A", "B", … and 57 more`. `maxLength` is in UTF-16 code units. */
export function listValues(values: readonly string[], maxLength = 120, quotationMark = '"'): string {
  const quote = (value: string) => quotationMark + value + quotationMark;
  const whole = values.map(quote).join(', ');
  if (whole.length <= maxLength) return whole;
  const shown: string[] = [];
  let length = `, … and ${values.length} more`.length;
  for (const value of values) {
    length += value.length + 4;
    if (length > maxLength) break;
    shown.push(quote(value));
  }
  return shown.length === 0
    ? `${values.length} values`
    : `${shown.join(', ')}, … and ${values.length - shown.length} more`;
}
