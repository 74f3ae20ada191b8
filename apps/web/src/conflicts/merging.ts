export type Side = 'theirs' | 'mine';

/** Whose stays, by the id of what both changed. */
export type Choices = Readonly<Record<string, Side>>;

/** The same thing as it was when it was opened, as somebody else saved it, and as it stands here. */
export interface Versions<Value> {
  readonly base: Value;
  readonly theirs: Value;
  readonly mine: Value;
}

/** One thing that both changed, each in another way. */
export interface Clash extends Versions<string> {
  readonly id: string;
  readonly label: string;
}

/** Whose change of a value counts; a clash where both made another one. What neither changed is theirs as well. */
export function sideOf({ base, theirs, mine }: Versions<unknown>): Side | 'clash' {
  const [was, left, right] = [toCanonical(base), toCanonical(theirs), toCanonical(mine)];
  if (was === right || left === right) return 'theirs';
  return was === left ? 'mine' : 'clash';
}

/** Whose change counts, where what both changed was chosen by an id; theirs until then. */
export function sideWith(choices: Choices, id: string, versions: Versions<unknown>): Side {
  const side = sideOf(versions);
  return side === 'clash' ? (choices[id] ?? 'theirs') : side;
}

export function mapVersions<From, To>({ base, theirs, mine }: Versions<From>, to: (one: From) => To): Versions<To> {
  return { base: to(base), theirs: to(theirs), mine: to(mine) };
}

/** A text that is the same for values that mean the same: whatever the order of keys, and however nothing is written. */
export function toCanonical(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) => withoutBlanks(entry)) ?? '';
}

function withoutBlanks(value: unknown): unknown {
  if (value === null || value === '') return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined && entry !== null);
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** What both have put in is in, what either took out is not. */
export function mergeSets<Item>({ base, theirs, mine }: Versions<readonly Item[]>): readonly Item[] {
  const kept = theirs.filter((item) => mine.includes(item) || !base.includes(item));
  return [...kept, ...mine.filter((item) => !base.includes(item) && !theirs.includes(item))];
}

/** Behind its neighbour, and what the leading side put there as well; with none before it, before the next one, else last. */
function placeBeside(order: readonly string[], list: readonly string[], at: number): number {
  const before = list.slice(0, at).findLast((one) => order.includes(one));
  if (before === undefined) {
    const next = list.slice(at + 1).find((one) => order.includes(one));
    return next === undefined ? order.length : order.indexOf(next);
  }
  const place = order.indexOf(before) + 1;
  const known = order.findIndex((one, index) => index >= place && list.includes(one));
  return known < 0 ? order.length : known;
}

/** The members of a list in one order: what one side arranged anew stays so, and what the other put in stands beside its neighbour. */
export function mergeOrder(
  lists: Versions<readonly string[]>,
  members: readonly string[],
  chosen: Side | undefined,
): { readonly order: readonly string[]; readonly isClash: boolean } {
  const isCommon = (id: string) =>
    Object.values<readonly string[]>({ ...lists, members }).every((one) => one.includes(id));
  const common = (list: readonly string[]) => list.filter(isCommon);
  const side = sideOf({ base: common(lists.base), theirs: common(lists.theirs), mine: common(lists.mine) });
  const first = side === 'clash' ? (chosen ?? 'theirs') : side;
  const [leading, other] = first === 'theirs' ? [lists.theirs, lists.mine] : [lists.mine, lists.theirs];
  const order = leading.filter((id) => members.includes(id));
  for (const [at, id] of other.entries()) {
    if (!members.includes(id) || order.includes(id)) continue;
    order.splice(placeBeside(order, other, at), 0, id);
  }
  return { order: [...order, ...members.filter((id) => !order.includes(id))], isClash: side === 'clash' };
}
