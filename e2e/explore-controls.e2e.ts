import type { Page } from '@playwright/test';
import {
  type ChartDefinition,
  type ChartForm,
  type ControlDefinition,
  choicesOf,
  completeForm,
  controlsOf,
} from '@powerset/chart-kit';
import { chartDefinitions } from '@powerset/charts/definitions';
import { expect, test } from './journey.ts';
import { findExampleDatabase } from './shared-world.ts';

const columns = [
  { name: 'day', type: 'temporal' },
  { name: 'city', type: 'string' },
  { name: 'kind', type: 'string' },
  { name: 'size', type: 'number' },
] as const;
const timeGrains = [
  { value: 'P1D', label: 'Day' },
  { value: 'P1M', label: 'Month' },
];
const context = { columns, metrics: [], timeGrains, mainTemporalColumn: 'day', maxRows: 100_000 };
const metric = (column: string) => ({
  expressionType: 'SQL',
  sqlExpression: `sum(${column})`,
  label: `sum ${column}`,
  optionName: `m_${column}`,
});

/** Earlier periods are compared with a range that has both ends. */
const quarter = {
  clause: 'WHERE',
  expressionType: 'SIMPLE',
  subject: 'day',
  operator: 'TEMPORAL_RANGE',
  comparator: '2026-01-01 : 2026-04-01',
};

/** What a chart is about, and the switches that bring its other controls into view. */
const bases: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  table: { query_mode: 'aggregate', groupby: ['city'], metrics: [metric('size')] },
  pie: { groupby: ['city'], metric: metric('size'), donut: true },
  big_number: { x_axis: 'day', metric: metric('size'), rolling_type: 'mean' },
  big_number_total: { metric: metric('size') },
  pivot_table_v2: {
    groupbyRows: ['city'],
    groupbyColumns: ['kind'],
    metrics: [metric('size')],
    series_limit_metric: metric('size'),
  },
};
const series = {
  x_axis: 'day',
  metrics: [metric('size')],
  groupby: ['city', 'kind'],
  stack: 'Stack',
  show_value: true,
  only_total: false,
};
const switches = {
  timeseries_limit_metric: metric('size'),
  area: true,
  markerEnabled: true,
  truncateYAxis: true,
  rolling_type: 'mean',
  time_compare: ['1 week ago'],
};

/** Controls of what the chart is about, and of what has journeys of its own. */
const chosen = [
  'metric',
  'metrics',
  'column',
  'columns',
  'filters',
  'hidden',
  'annotations',
  'sort-by',
  'order-by-columns',
];
const own = ['forecastEnabled'];

/** Settings that are neither chosen from a list nor typed as one word. */
const composed: Readonly<Record<string, unknown>> = {
  bounds: [1, 90],
  currency: { symbol: 'EUR', symbolPosition: 'suffix' },
  color: { r: 1, g: 2, b: 3, a: 1 },
  text: 'some words',
  'time-grain': 'P1M',
  'column-config': { city: { horizontalAlign: 'right' } },
  'conditional-formatting': [{ column: 'sum size', operator: '>', targetValue: 5, colorScheme: 'colorSuccessBase' }],
};

/** Another value than the one with which a control begins; undefined where another test chooses. */
function otherValue(control: ControlDefinition, form: ChartForm): unknown {
  if (chosen.includes(control.type) || own.includes(control.name)) return undefined;
  if (control.type in composed) return composed[control.type];
  const other = choicesOf(control, { ...context, form }).find(
    ({ value }) => value !== null && value !== form[control.name],
  );
  if (control.type === 'checkbox') return form[control.name] !== true;
  if (control.type === 'slider' || control.type === 'number') return control.max === 1 ? 0.5 : 12;
  return control.isMulti ? [other?.value] : other?.value;
}

/** The values of a chart's settings, with what the form says where they are as asked. */
function settingsOf(definition: ChartDefinition, base: ChartForm) {
  const complete = (form: ChartForm) => completeForm(definition, form, context);
  const fields = controlsOf(definition).filter(({ name }) => !(name in base));
  const values = fields.map((control) => [control.name, otherValue(control, complete(base))] as const);
  const asked = { ...base, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) };
  // What a setting hides is back at its default: only what is offered is kept.
  const [before, after] = [complete(base), complete(asked)];
  const changed = fields.map(({ name }) => name).filter((name) => after[name] !== before[name]);
  return {
    asked,
    share: changed.length / fields.length,
    kept: Object.fromEntries(changed.map((name) => [name, after[name]])),
  };
}

async function saveAs(page: Page, title: string): Promise<void> {
  await expect(page.getByTestId('chart')).toHaveAttribute('data-chart-status', 'rendered');
  await page.getByLabel('Chart title').fill(title);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Save (Overwrite)' }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
}

for (const definition of chartDefinitions) {
  const { key } = definition;
  const base: ChartForm = { ...(bases[key] ?? { ...series, ...switches }), adhoc_filters: [quarter], viz_type: key };

  test(`every setting of a chart of the type ${key} that is not as at first is kept by the builder, by saving and by opening again`, async ({
    adminPage: page,
    api,
  }) => {
    const dataset = await api.post('/api/v1/dataset/', {
      database: await findExampleDatabase(api),
      schema: 'main',
      table_name: `kept_${key}_${process.pid}_${Date.now()}`,
      sql: `select timestamp '2026-01-01' + to_days((range // 4)::int) as day,
        case when range % 2 = 0 then 'Rome' else 'Bonn' end as city,
        case when range % 4 < 2 then 'new' else 'old' end as kind, range as size from range(400)`,
    });
    const { asked, share, kept } = settingsOf(definition, base);
    expect(share).toBeGreaterThan(1 / 2);
    const made = await api.post('/api/v1/chart/', {
      slice_name: `Kept ${key}`,
      viz_type: key,
      datasource_id: dataset.json.id,
      datasource_type: 'table',
      params: JSON.stringify(asked),
    });
    await page.goto(`/explore/?slice_id=${made.json.id}`);
    await saveAs(page, `Kept ${key} again`);
    const saved = JSON.parse((await api.get(`/api/v1/chart/${made.json.id}`)).json.result.params);
    expect(saved).toMatchObject(kept);
    await page.goto(`/explore/?slice_id=${made.json.id}`);
    await expect(page.getByTestId('chart')).toHaveAttribute('data-chart-status', 'rendered');
    await expect(page.getByLabel('Chart title')).toHaveValue(`Kept ${key} again`);
  });
}
