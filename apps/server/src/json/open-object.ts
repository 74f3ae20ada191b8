/**
 * The text of a JSON object up to the value of its last field, which whoever asks writes after it, as rows that go out in
 * portions. The type says which fields there have to be.
 */
export function openObject<Whole extends object, Last extends keyof Whole & string>(
  known: Omit<Whole, Last>,
  last: Last,
): string {
  const text = JSON.stringify(known).slice(0, -1);
  return `${text}${text === '{' ? '' : ','}"${last}":`;
}

/** The name of a further field that is written by hand. */
export function nextField<Whole extends object>(name: keyof Whole & string): string {
  return `,"${name}":`;
}
