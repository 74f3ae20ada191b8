/** What of a connection an error is about. */
export interface ConnectionFault {
  /** Its fields, where the error's code alone does not say them. */
  readonly invalid?: readonly string[];
  /** Of a field that holds addresses by name, the one that is meant. */
  readonly entry?: InvalidEntry;
}

/** A name, or the address under it. */
export interface InvalidEntry {
  readonly name: string;
  readonly part: 'name' | 'address';
}
