/** Every text that the server itself says to people, sorted; gaps are numbered. */
export function collectServerTexts(): readonly string[];
