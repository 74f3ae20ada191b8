/** A node of the parser's tree: what is inside is looked at where it is used. */
export type Node = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The texts of a list of name parts. */
export function toNames(parts: readonly unknown[]): readonly string[] {
  return parts.flatMap((part) =>
    isNode(part) && isNode(part.String) && typeof part.String.sval === 'string' ? [part.String.sval] : [],
  );
}
