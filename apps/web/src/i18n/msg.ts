/** Marks a text of a table or a constant for the catalogue; whoever shows it calls `t` with it. */
export function msg<const Text extends string>(text: Text): Text {
  return text;
}
