/** Hands a file to the browser to be saved. */
export function saveFile(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** The browser reads a file after it was told of it. */
const readingMs = 10_000;

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveFile(url, name);
  setTimeout(() => URL.revokeObjectURL(url), readingMs);
}

/** File systems take 255 bytes, and a letter may be four of them. */
const longestName = 60;

/** A title as a file's name. */
export function toFileName(title: string, fallback = 'chart'): string {
  const words = title.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').toLowerCase();
  const short = [...words.replace(/^-/, '')].slice(0, longestName).join('');
  return short.replace(/-$/, '') || fallback;
}
