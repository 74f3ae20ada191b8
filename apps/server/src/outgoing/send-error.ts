/** Why a message was not taken, in words for who sent it. */
export class SendError extends Error {
  override name = 'SendError';
  /** Nothing of it has arrived, and a later try may do better. */
  readonly isTemporary: boolean;

  constructor(message: string, { isTemporary, cause }: { readonly isTemporary: boolean; readonly cause?: unknown }) {
    super(message, { cause });
    this.isTemporary = isTemporary;
  }
}
