/** What the server, or the driver, says of what could not be done. */
export interface OracleFacts {
  /** `ORA-00942`, `NJS-511`. */
  readonly code: string;
  readonly message: string;
  /** In the statement that was sent, in characters; null where nothing is told of a place. */
  readonly offset: number | null;
  /** The statement that was sent. */
  readonly sql: string | null;
  /** Where in the author's text it is. */
  readonly place: { readonly line: number; readonly column: number } | null;
}

export class OracleFailure extends Error {
  override name = 'OracleFailure';

  constructor(readonly facts: OracleFacts) {
    super(facts.message);
  }
}

/** A server sent its client to a host that is no neighbour of the one that is known. */
export class Redirected extends Error {
  override name = 'Redirected';

  constructor(readonly host: string) {
    super(`redirected to ${host}`);
  }
}
