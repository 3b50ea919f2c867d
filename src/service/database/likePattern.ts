/** The pattern of LIKE and ILIKE for texts that contain `text`. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
