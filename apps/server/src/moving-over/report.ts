/** What people look for in the report, in the order in which it is told. */
export const movedKinds = [
  'roles',
  'users',
  'groups',
  'databases',
  'datasets',
  'charts',
  'dashboards',
  'saved queries',
  'annotation layers',
  'annotations',
  'row-level rules',
  'favourites',
  'tags',
  'CSS templates',
  'themes',
  'embedded dashboards',
  'links',
  'reports',
] as const;
export type MovedKind = (typeof movedKinds)[number];

export interface Remark {
  readonly kind: MovedKind;
  /** Its number there. */
  readonly id: number | null;
  readonly name: string;
  /** `changed` comes otherwise than it was; `left out` does not come, or a part of it does not. */
  readonly what: 'changed' | 'left out';
  readonly text: string;
}

interface KindCounts {
  readonly kind: MovedKind;
  readonly found: number;
  readonly moved: number;
  /** Was here before, by its uuid or its name, and stays as it is. */
  readonly here: number;
  /** Comes under another number, since its own is taken. */
  readonly renumbered: number;
}

export interface LeftTable {
  readonly what: string;
  /** Null where nobody knows how many. */
  readonly rows: number | null;
  readonly why: string;
}

export interface MoveReport {
  readonly dryRun: boolean;
  readonly kinds: readonly KindCounts[];
  readonly notMoved: readonly LeftTable[];
  readonly remarks: readonly Remark[];
}

export interface Notes {
  count(kind: MovedKind, what: 'found' | 'moved' | 'here' | 'renumbered', more?: number): void;
  remark(remark: Remark): void;
  leave(table: LeftTable): void;
  report(dryRun: boolean): MoveReport;
}

const mostRemarks = 50_000;
const mostLines = 40;

export function createNotes(): Notes {
  const counts = new Map(movedKinds.map((kind) => [kind, { kind, found: 0, moved: 0, here: 0, renumbered: 0 }]));
  const remarks: Remark[] = [];
  const notMoved: LeftTable[] = [];
  return {
    count: (kind, what, more = 1) => {
      const known = counts.get(kind);
      if (known) known[what] += more;
    },
    remark: (remark) => {
      if (remarks.length < mostRemarks) remarks.push({ ...remark, name: toShown(remark.name) });
    },
    leave: (table) => void notMoved.push(table),
    report: (dryRun) => ({ dryRun, kinds: [...counts.values()], notMoved, remarks }),
  };
}

/** Names are somebody's words: they move no cursor of the terminal. */
function toShown(text: string): string {
  const plain = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return plain.length > 80 ? `${plain.slice(0, 79)}…` : plain;
}

/** The report for the terminal; of many remarks about one kind the first. */
export function describeReport({ dryRun, kinds, notMoved, remarks }: MoveReport): readonly string[] {
  const come = dryRun ? 'would come' : 'came';
  const counted = kinds.filter(({ found }) => found > 0);
  return [
    ...counted.map((kind) => describeKind(kind, come)),
    ...(counted.length === 0 ? ['Nothing was found there.'] : []),
    ...movedKinds.flatMap((kind) => describeRemarks(remarks.filter((remark) => remark.kind === kind))),
    ...notMoved.map(({ what, rows, why }) => `! ${what}: ${rows === null ? '' : `${rows} `}not brought: ${why}`),
    dryRun ? 'Nothing was changed: this was a dry run.' : 'All of it was written at once.',
  ];
}

function describeKind({ kind, found, moved, here, renumbered }: KindCounts, come: string): string {
  const rest = found - moved - here;
  return [
    `  ${kind.padEnd(20)} ${String(found).padStart(6)} found, ${moved} ${come}`,
    ...(renumbered > 0 ? [`${renumbered} of them under new numbers`] : []),
    ...(here > 0 ? [`${here} here already`] : []),
    ...(rest > 0 ? [`${rest} left out`] : []),
  ].join(', ');
}

function describeRemarks(remarks: readonly Remark[]): readonly string[] {
  const lines = remarks.slice(0, mostLines).map(({ kind, id, name, what, text }) => {
    const number = id === null ? '' : ` ${id}`;
    return `${what === 'changed' ? '~' : '!'} ${kind}${number} "${name}": ${text}`;
  });
  const more = remarks.length - lines.length;
  return more > 0
    ? [...lines, `  … and ${more} more remarks about ${remarks[0]?.kind}; --report FILE holds all`]
    : lines;
}
