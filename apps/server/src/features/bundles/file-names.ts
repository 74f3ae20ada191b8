/** Of a long text the beginning is enough for a name. */
const readLength = 1000;

/** A name that every file system takes: ASCII letters, digits, `_`, `-`, `.`; empty when nothing is left. */
export function toFileName(text: string): string {
  return text
    .slice(0, readLength)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[/\\\s]+/g, '_')
    .replace(/[^A-Za-z0-9_.-]/g, '')
    .replace(/^[._]+|[._]+$/g, '')
    .slice(0, 120);
}

/** `20260131T235959`, in UTC. */
export function toStamp(at: Date): string {
  return at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
}
