import { type ChartForm, type ChoiceEndpoint, isRecord, toList } from '@powerset/chart-kit';
import { chartEndpoints } from '@powerset/contract';

export type SmallKind = 'pie' | 'bars' | 'lines' | 'number';

/** The chart that the form holds: as it was when it was chosen. */
export interface SelectedChart {
  readonly name: string;
  readonly form: ChartForm;
  /** How it is drawn at the size of a stamp; null where it cannot be. */
  readonly kind: SmallKind | null;
}

const kinds: Readonly<Record<string, SmallKind>> = {
  pie: 'pie',
  echarts_timeseries_bar: 'bars',
  echarts_timeseries: 'lines',
  echarts_timeseries_line: 'lines',
  echarts_timeseries_smooth: 'lines',
  echarts_timeseries_step: 'lines',
  echarts_area: 'lines',
  big_number_total: 'number',
};

/** More are looked up by typing. */
const mostListed = 200;

/** Saved charts that can be drawn small; the choice is the chart itself, as the wire has it. */
export const drawnCharts: ChoiceEndpoint = {
  endpoint: chartEndpoints.list,
  query: {
    q: {
      filters: [{ col: 'viz_type', opr: 'in', value: Object.keys(kinds) }],
      order_column: 'slice_name',
      order_direction: 'asc',
      page_size: mostListed,
    },
  },
  toChoices: (answer) =>
    toList(isRecord(answer) ? answer.result : [])
      .filter(isRecord)
      .map(({ slice_name, id, viz_type, params }) => ({
        value: JSON.stringify({ slice_name, id, viz_type, params }),
        label: String(slice_name),
      })),
  labelOf: (value) => readSelectedChart(value)?.name ?? null,
};

/** A text that is no document of an object is nothing. */
function parseObject(text: unknown): Readonly<Record<string, unknown>> | null {
  if (isRecord(text)) return text;
  if (typeof text !== 'string') return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** The chart in the value of the control; null where there is none. */
export function readSelectedChart(value: unknown): SelectedChart | null {
  const chosen = parseObject(value);
  const params = parseObject(chosen?.params);
  if (!chosen || !params) return null;
  const key = String(chosen.viz_type ?? params.viz_type ?? '');
  return { name: String(chosen.slice_name ?? ''), form: { ...params, viz_type: key }, kind: kinds[key] ?? null };
}
