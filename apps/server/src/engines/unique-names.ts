/** Finds which number of a name is free. Of thousands of equal names each would count those again that are taken. */
export class FreeNumbers {
  private readonly last = new Map<string, number>();

  constructor(private readonly first = 1) {}

  /** The first number that is free, above those that were found for this key. */
  find(key: string, isTaken: (number: number) => boolean): number {
    let number = this.last.get(key) ?? this.first - 1;
    do number += 1;
    while (isTaken(number));
    this.last.set(key, number);
    return number;
  }
}

/**
 * Two columns of one name could not be told apart by whoever reads the result by name: those that stand behind another get the
 * first number that is free. `keyOf` says what counts as one name.
 */
export function uniqueNames(
  names: readonly string[],
  keyOf: (name: string) => string = (name) => name,
): readonly string[] {
  const taken = new Set<string>();
  const numbers = new FreeNumbers();
  return names.map((name) => {
    const key = keyOf(name);
    const numbered = (number: number) => `${name}_${number}`;
    const unique = taken.has(key) ? numbered(numbers.find(key, (number) => taken.has(keyOf(numbered(number))))) : name;
    taken.add(keyOf(unique));
    return unique;
  });
}

/** For who does not tell capital letters apart. */
export function uniqueFoldedNames(names: readonly string[]): readonly string[] {
  return uniqueNames(names, (name) => name.toLowerCase());
}
