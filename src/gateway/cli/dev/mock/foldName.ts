/** A name without case and underscores, so that `user_id` is `userId`. */
export function foldName(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}
