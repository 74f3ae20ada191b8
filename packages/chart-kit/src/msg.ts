/** Marks an English text for the catalogue of texts; whoever shows it translates it. */
export function msg<const Text extends string>(text: Text): Text {
  return text;
}
