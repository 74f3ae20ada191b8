/** The server joins the parts of a series name with a comma and escapes commas within a part. */
export function joinSeriesLabel(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll('\\', '\\\\').replaceAll(',', '\\,')).join(', ');
}

/** The inverse of `joinSeriesLabel`. */
export function splitSeriesLabel(label: string): readonly string[] {
  const parts: string[] = [];
  let current = '';
  for (let index = 0; index < label.length; index += 1) {
    const char = label[index]!;
    if (char === '\\' && (label[index + 1] === ',' || label[index + 1] === '\\')) {
      current += label[index + 1];
      index += 1;
    } else if (char === ',' && label[index + 1] === ' ') {
      parts.push(current);
      current = '';
      index += 1;
    } else current += char;
  }
  return [...parts, current];
}

/** The name under which a metric of a shifted time comes back. */
export const offsetLabel = (metric: string, offset: string): string => `${metric}__${offset}`;
