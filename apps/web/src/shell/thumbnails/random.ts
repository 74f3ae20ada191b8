/** Numbers from 0 to 1 that are the same for the same text, so that a thumbnail keeps its looks. */
export function createSequence(seed: string): () => number {
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
  };
}

/** A line that wanders, between 0 and 1. */
export function randomWalk(next: () => number, count: number): readonly number[] {
  let value = 0.35 + next() * 0.2;
  return Array.from({ length: count }, () => {
    value = Math.max(0.08, Math.min(0.95, value + (next() - 0.45) * 0.22));
    return value;
  });
}
