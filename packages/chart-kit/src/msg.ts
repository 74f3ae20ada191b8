/** Marks an English text for the catalogue of texts; whoever shows it translates it. */
export function msg<const Text extends string>(text: Text): Text {
  return text;
}

/** English with the values put in, where no catalogue is given. */
export const defaultTranslate = (text: string, values: Readonly<Record<string, unknown>> = {}): string =>
  text.replace(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? ''));
