export interface Certification {
  readonly certified_by: string | null;
  readonly details: string | null;
}

function textOf(value: unknown, key: string): string | null {
  if (typeof value !== 'object' || value === null || !(key in value)) return null;
  const text: unknown = Object.entries(value).find(([name]) => name === key)?.[1];
  return typeof text === 'string' && text !== '' ? text : null;
}

/** Who vouches for a dataset, out of its `extra`; whatever is not as it should be says nothing. */
export function readCertification(extra: string | null | undefined): Certification {
  try {
    const parsed: unknown = JSON.parse(extra || '{}');
    const inner =
      typeof parsed === 'object' && parsed !== null && 'certification' in parsed ? parsed.certification : null;
    return { certified_by: textOf(inner, 'certified_by'), details: textOf(inner, 'details') };
  } catch {
    return { certified_by: null, details: null };
  }
}
