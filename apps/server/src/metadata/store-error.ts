/** Why the metadata store cannot be opened, in one sentence that says what to do. */
export class StoreError extends Error {
  override name = 'StoreError';
}
