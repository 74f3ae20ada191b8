/** What this browser kept under a name; null without storage. */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text in this browser; without storage it lasts as long as the page. */
export function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Nothing depends on it.
  }
}
