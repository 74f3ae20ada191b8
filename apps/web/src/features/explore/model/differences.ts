/** One thing in which two saves differ. */
export interface Difference {
  /** Which thing it is: its label may be that of another one. */
  readonly id: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

export function inWords(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
