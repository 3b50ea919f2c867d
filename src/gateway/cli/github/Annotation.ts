/** A message that GitHub shows at a line of a file. */
export interface Annotation {
  level: 'error' | 'warning';
  title: string;
  message: string;
  /** Absolute, or relative to the working directory. Absent: it concerns the whole run. */
  file?: string;
  /** Both counted from 1. */
  line?: number;
  column?: number;
}
