/** One thing in which two versions differ. */
export interface Difference {
  /** As it is shown: it may be the name that a person gave. */
  readonly label: string;
  /** Which thing it is, where its label may be that of another one. */
  readonly id?: string;
  readonly left: string;
  readonly right: string;
}

/** A value of a document as a reader sees it. */
export function inWords(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
