/** The words of statements that are sound, and words of which some are put among them. */
export interface Statements {
  readonly sound: readonly (readonly string[])[];
  readonly parts: readonly string[];
}

/** The same numbers in each run, so that whoever meets a statement meets it again. */
export function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Statements with a word too many, too few or in another place: some still mean something, perhaps another thing. */
export function mutate({ sound, parts }: Statements, dice: (sides: number) => number): string {
  const tokens = [...(sound[dice(sound.length)] ?? [])];
  for (let left = 1 + dice(3); left > 0; left -= 1) {
    const at = dice(tokens.length);
    const way = dice(3);
    if (way === 0) tokens.splice(at, 0, parts[dice(parts.length)] ?? '');
    else if (way === 1) tokens.splice(at, 1);
    else tokens.splice(at, 0, ...tokens.splice(dice(tokens.length), 1));
  }
  return tokens.join(' ');
}
