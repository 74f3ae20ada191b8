/** A slug as it is stored: trimmed, spaces as hyphens, nothing but word characters and hyphens; null when nothing is left. */
export function toSlug(text: string | null | undefined): string | null {
  const slug = (text ?? '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{N}_-]+/gu, '');
  return slug || null;
}
