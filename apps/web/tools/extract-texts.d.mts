export function textsOf(source: string): string[];
export function collectTexts(folder?: string): string[];
