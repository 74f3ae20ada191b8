const readExtra = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    // Its entries are looked at one by one.
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
};

/** Whether a setting of a connection's `extra` is on; null where that is no JSON yet. */
export function readExtraFlag(text: string, name: string): boolean | null {
  const extra = readExtra(text);
  return extra && extra[name] === true;
}

/** The same text with a setting on or off, and all else as it was. */
export function withExtraFlag(text: string, name: string, isOn: boolean): string {
  const { [name]: _, ...rest } = readExtra(text) ?? {};
  return JSON.stringify(isOn ? { ...rest, [name]: true } : rest);
}
