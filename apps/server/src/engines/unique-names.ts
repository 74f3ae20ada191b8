/**
 * Two columns of one name could not be told apart by whoever reads the result by name: those that stand behind another get the
 * first number that is free. `keyOf` says what counts as one name.
 */
export function uniqueNames(
  names: readonly string[],
  keyOf: (name: string) => string = (name) => name,
): readonly string[] {
  const taken = new Set<string>();
  // Numbers before these are taken: of thousands of equal names each would count them all again.
  const counts = new Map<string, number>();
  return names.map((name) => {
    const key = keyOf(name);
    let unique = name;
    let count = counts.get(key) ?? 0;
    while (taken.has(keyOf(unique))) {
      count += 1;
      unique = `${name}_${count}`;
    }
    counts.set(key, count);
    taken.add(keyOf(unique));
    return unique;
  });
}

/** For who does not tell capital letters apart. */
export function uniqueFoldedNames(names: readonly string[]): readonly string[] {
  return uniqueNames(names, (name) => name.toLowerCase());
}
