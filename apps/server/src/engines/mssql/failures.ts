/** What the server says of a statement that it could not run. */
export interface MssqlFacts {
  readonly number: number;
  readonly message: string;
  /** How grave it is: from 20 on the connection is ended. */
  readonly class?: number | undefined;
  readonly state?: number | undefined;
  readonly lineNumber?: number | undefined;
}

export class MssqlFailure extends Error {
  override name = 'MssqlFailure';

  constructor(readonly facts: MssqlFacts) {
    super(facts.message);
  }
}

/** It offers no encryption, and was not to be spoken with otherwise. */
export class UnencryptedServer extends Error {
  override name = 'UnencryptedServer';
}

/** A server sent its client to a host that is not of the same domain. */
export class Redirected extends Error {
  override name = 'Redirected';

  constructor(readonly host: string) {
    super(`redirected to ${host}`);
  }
}
