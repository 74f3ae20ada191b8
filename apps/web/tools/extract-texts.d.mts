export function textsOf(source: string): string[];
export function collectTexts(folder?: string): string[];
export function pictureTexts(translated: Readonly<Record<string, string>>): Record<string, string>;
export function textOfKey(key: string): string;
export const catalogueCodes: readonly string[];
