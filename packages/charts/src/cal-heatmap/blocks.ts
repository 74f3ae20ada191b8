/** Stretches of time that stand together, and those of a cell. */
export type Domain = 'hour' | 'day' | 'week' | 'month' | 'year';
export type Subdomain = 'min' | 'hour' | 'day' | 'week' | 'month';

export interface CalendarCell {
  readonly time: number;
  readonly row: number;
  readonly column: number;
}

export interface CalendarBlock {
  readonly start: number;
  readonly cells: readonly CalendarCell[];
  readonly rows: number;
  readonly columns: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
/** 1970-01-05, a Monday: weeks begin on it. */
const monday = 4 * dayMs;

const order: readonly (Domain | Subdomain)[] = ['min', 'hour', 'day', 'week', 'month', 'year'];

/** The form's block, or the next larger one than a cell: a cell is no block of itself. */
export function domainOf(domain: Domain, subdomain: Subdomain): Domain {
  const at = Math.max(order.indexOf(domain), order.indexOf(subdomain) + 1);
  // What is beyond a cell is a block.
  return order[at] as Domain;
}

const stepMs = { min: minuteMs, hour: hourMs, day: dayMs, week: weekMs } as const;

/** When the cell or block begins in which a moment lies. */
export function cellStart(time: number, unit: Domain | Subdomain): number {
  const date = new Date(time);
  if (unit === 'year') return Date.UTC(date.getUTCFullYear(), 0);
  if (unit === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const origin = unit === 'week' ? monday : 0;
  return Math.floor((time - origin) / stepMs[unit]) * stepMs[unit] + origin;
}

function nextStart(start: number, unit: Domain | Subdomain): number {
  const date = new Date(start);
  if (unit === 'year') return Date.UTC(date.getUTCFullYear() + 1, 0);
  if (unit === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return start + stepMs[unit];
}

/** So many can be told apart on no screen. */
const mostCells = 20_000;

/** The blocks from the first moment to the last with all their cells; null where these are too many. */
export function blocksOf(
  [first, last]: readonly [number, number],
  domain: Domain,
  subdomain: Subdomain,
): readonly CalendarBlock[] | null {
  const blocks: CalendarBlock[] = [];
  let count = 0;
  for (let start = cellStart(first, domain); start <= last; start = nextStart(start, domain)) {
    const cells = cellsOf(start, { domain, subdomain });
    count += cells.length;
    if (count > mostCells) return null;
    const most = (pick: (cell: CalendarCell) => number) =>
      cells.reduce((high, cell) => Math.max(high, pick(cell) + 1), 1);
    blocks.push({ start, cells, rows: most(({ row }) => row), columns: most(({ column }) => column) });
  }
  return blocks;
}

interface Units {
  readonly domain: Domain;
  readonly subdomain: Subdomain;
}

function cellsOf(start: number, units: Units): readonly CalendarCell[] {
  const end = nextStart(start, units.domain);
  const origin = cellStart(start, units.subdomain);
  // A week belongs to the month in which it begins.
  const cells: CalendarCell[] = [];
  let time = origin < start ? nextStart(origin, units.subdomain) : origin;
  for (let index = 0; time < end && index <= mostCells; index += 1) {
    cells.push({ time, ...placeOf(time, { start, index, ...units }) });
    time = nextStart(time, units.subdomain);
  }
  return cells;
}

interface PlaceGiven extends Units {
  readonly start: number;
  readonly index: number;
}

/** Days stand by their weekday, hours of several days by their hour; others fill one column after another, or one line. */
function placeOf(time: number, { start, index, domain, subdomain }: PlaceGiven): Omit<CalendarCell, 'time'> {
  const inColumns = (rows: number) => ({ row: index % rows, column: Math.floor(index / rows) });
  if (subdomain === 'day')
    return { row: weekdayOf(time), column: Math.round((cellStart(time, 'week') - cellStart(start, 'week')) / weekMs) };
  if (subdomain === 'hour') return inColumns(domain === 'day' ? 6 : 24);
  if (subdomain === 'min') return inColumns(10);
  return subdomain === 'week' && domain === 'month' ? inColumns(6) : { row: 0, column: index };
}

const weekdayOf = (time: number) => (new Date(time).getUTCDay() + 6) % 7;
