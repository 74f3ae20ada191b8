/** Why a backup was not made or not taken back, in words for who asked. */
export class BackupError extends Error {
  override name = 'BackupError';
}
