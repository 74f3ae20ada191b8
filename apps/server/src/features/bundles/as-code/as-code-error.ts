/** What keeps a command from its work, in one sentence. */
export class AsCodeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AsCodeError';
  }
}
