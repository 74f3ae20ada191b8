import { type ModelContext, msg, numberOfCell, type Undrawn, valuesOf } from '@powerset/chart-kit';
import { metricLabel, type ResultTable } from '@powerset/contract';
import { noNumbers } from '../shared/no-numbers.ts';
import { blocksOf, type CalendarBlock, cellStart, type Domain, domainOf, type Subdomain } from './blocks.ts';
import type { CalendarForm } from './form.ts';

export interface MetricCells {
  readonly name: string;
  /** By the moment at which a cell begins. */
  readonly values: ReadonlyMap<number, number>;
}

export interface Calendar {
  readonly metrics: readonly MetricCells[];
  readonly blocks: readonly CalendarBlock[];
  readonly domain: Domain;
  readonly subdomain: Subdomain;
  /** The time column, which a cell is a filter of. */
  readonly column: string;
  readonly rows: number;
  readonly isTooMuch: boolean;
}

/** One row per moment to cells that stand in blocks. */
export function toModel(results: readonly ResultTable[], { form }: ModelContext<CalendarForm>): Calendar {
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const subdomain = form.subdomain_granularity;
  const domain = domainOf(form.domain_granularity, subdomain);
  const times = valuesOf(table, '__timestamp').map(numberOfCell);
  const metrics = [...new Set(form.metrics.map(metricLabel))].map((name): MetricCells => {
    const values = new Map<number, number>();
    valuesOf(table, name).forEach((cell, row) => {
      const [time, value] = [times[row] ?? null, numberOfCell(cell)];
      if (time !== null && value !== null) values.set(cellStart(time, subdomain), value);
    });
    return { name, values };
  });
  const [first, last] = endsOf(metrics);
  const blocks = first === null || last === null ? [] : blocksOf([first, last], domain, subdomain);
  return {
    metrics: metrics.filter(({ values }) => values.size > 0),
    blocks: blocks ?? [],
    domain,
    subdomain,
    column: form.granularity_sqla ?? '',
    rows: table.rowCount,
    isTooMuch: blocks === null,
  };
}

function endsOf(metrics: readonly MetricCells[]): readonly [number, number] | readonly [null, null] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { values } of metrics)
    for (const time of values.keys()) {
      first = Math.min(first, time);
      last = Math.max(last, time);
    }
  return first <= last ? [first, last] : [null, null];
}

const coarser: Readonly<Record<Subdomain, Subdomain>> = {
  min: 'hour',
  hour: 'day',
  day: 'week',
  week: 'month',
  month: 'month',
};

export function undrawnOf(model: Calendar): Undrawn | null {
  const { rows, metrics, isTooMuch, subdomain } = model;
  if (rows > 0 && metrics.length === 0) return noNumbers(rows);
  if (isTooMuch)
    return {
      isAll: true,
      title: { text: msg('The time range has too many cells for a calendar') },
      text: { text: msg('Coarser cells or a shorter time range can be drawn.') },
      ...(subdomain === 'month'
        ? {}
        : { remedy: { label: msg('Use coarser cells'), changes: { subdomain_granularity: coarser[subdomain] } } }),
    };
  return null;
}
