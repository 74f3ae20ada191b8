/** The columns of a key as servers write it: `FOREIGN KEY (a, "B c") REFERENCES s.t(x, y) ON DELETE CASCADE`. */
export function readConstraint(definition: string): {
  readonly columns: readonly string[];
  readonly referred: readonly string[];
} {
  const [first = '', second = ''] = listsOf(definition);
  return { columns: namesOf(first), referred: namesOf(second) };
}

const piece = /"(?:[^"]|"")*"|[^"]/gs;

/** What stands in the brackets, which quoted names may hold too. */
function listsOf(definition: string): readonly string[] {
  const lists: string[] = [];
  let open: string | null = null;
  for (const [part] of definition.matchAll(piece)) {
    if (part === '(') open = '';
    else if (part === ')' && open !== null) {
      lists.push(open);
      open = null;
    } else if (open !== null) open += part;
  }
  return lists;
}

function namesOf(list: string): readonly string[] {
  const names: string[] = [''];
  for (const [part] of list.matchAll(piece)) {
    if (part === ',') names.push('');
    else names[names.length - 1] += part;
  }
  return names
    .map((name) => name.trim().replace(/ (?:ASC|DESC)$/, ''))
    .filter((name) => name !== '')
    .map((name) => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name));
}
