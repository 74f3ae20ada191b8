/** Something cannot be written in SQL: a value, a name, or a feature that a dialect does not have. */
export class SqlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SqlError';
  }
}
