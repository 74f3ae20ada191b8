interface Waiting<T> {
  readonly id: T;
  readonly user_id: number;
}

interface Line<T> {
  readonly ids: T[];
  busy: number;
}

/** Of those that wait, oldest first, as many as there is room for: each time the oldest of whoever has the fewest at work. */
export function chooseFairly<T>(
  waiting: readonly Waiting<T>[],
  busy: ReadonlyMap<number, number>,
  room: number,
): readonly T[] {
  const lines = new Map<number, Line<T>>();
  for (const { id, user_id: user } of waiting) {
    const line = lines.get(user) ?? { ids: [], busy: busy.get(user) ?? 0 };
    line.ids.push(id);
    lines.set(user, line);
  }
  const chosen: T[] = [];
  while (chosen.length < Math.min(room, waiting.length)) {
    let next: Line<T> | undefined;
    // The first of equals is who asked first.
    for (const line of lines.values()) if (line.ids.length > 0 && !(next && next.busy <= line.busy)) next = line;
    const id = next?.ids.shift();
    if (!next || id === undefined) break;
    next.busy += 1;
    chosen.push(id);
  }
  return chosen;
}
