import { HighlightOutlined, SettingOutlined } from '@ant-design/icons-svg';
import { type Aggregate, aggregates, type ResultChart, resultChartGrains, resultChartTypes } from '@powerset/contract';
import { Button, classNames, Modal, MultiSelect, Pill, Select, useMedia } from '@powerset/ui';
import { type ReactNode, useState } from 'react';
import { msg, useT } from '../../../../i18n/index.ts';
import { mostMetrics, rowsCounted } from './first-chart.ts';
import { labelOfFigure } from './measure-panels.ts';
import styles from './ResultChart.module.css';
import type { ResultChartState } from './use-result-chart.ts';

const typeNames = {
  echarts_timeseries_bar: msg('Bars'),
  echarts_timeseries_line: msg('Line'),
  echarts_area: msg('Area'),
  pie: msg('Pie'),
  big_number_total: msg('Figure'),
  table: msg('Table'),
} as const satisfies Record<ResultChart['type'], string>;

const grainNames = {
  PT1M: msg('Minute'),
  PT1H: msg('Hour'),
  P1D: msg('Day'),
  P1W: msg('Week'),
  P1M: msg('Month'),
  P3M: msg('Quarter'),
  P1Y: msg('Year'),
} as const satisfies Record<NonNullable<ResultChart['grain']>, string>;

/** Figures that only numbers have. */
const ofNumbers: ReadonlySet<Aggregate> = new Set(['SUM', 'AVG', 'MIN', 'MAX']);
/** Types that draw one figure. */
const single: ReadonlySet<ResultChart['type']> = new Set(['pie', 'big_number_total']);
/** An empty choice has a value of its own, so that it has a name. */
const none = '';

interface FieldsProps {
  readonly state: ResultChartState;
  readonly chart: ResultChart;
}

/** The few settings of a result's chart, in one line. */
export function ChartFields({ state, chart }: FieldsProps) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const isNarrow = useMedia('(max-width: 767px)');
  const type = t(typeNames[chart.type]);
  if (!isNarrow) return <AllFields state={state} chart={chart} />;
  return (
    <>
      <div className={styles.opener}>
        <Button icon={SettingOutlined} onClick={() => setIsOpen(true)}>
          {t('Settings of the chart')}
        </Button>
        <span className={styles.summary}>{[type, ...figureNames(chart, t), chart.x].filter(Boolean).join(' · ')}</span>
      </div>
      {isOpen ? (
        <Modal title={t('Settings of the chart')} onClose={() => setIsOpen(false)}>
          <AllFields state={state} chart={chart} />
        </Modal>
      ) : null}
    </>
  );
}

function figureNames({ y }: ResultChart, t: ReturnType<typeof useT>): readonly string[] {
  return y.map((figure) => (figure.column === null ? t('Number of rows') : labelOfFigure(figure)));
}

function AllFields({ state, chart }: FieldsProps) {
  const t = useT();
  const { columns, change, grainOf } = state;
  const { type, x, grain, split } = chart;
  const isTime = columns.some((column) => column.name === x && column.type === 'temporal');
  const names = columns.map(({ name }) => ({ value: name, label: name }));
  return (
    <fieldset className={styles.fields} aria-label={t('Settings of the chart')}>
      <Labelled label={t('Chart type')}>
        <Select
          size="small"
          label={t('Chart type')}
          value={type}
          choices={resultChartTypes.map((value) => ({ value, label: t(typeNames[value]) }))}
          onChange={(next) => next && change(withType(chart, next, state))}
        />
      </Labelled>
      {type === 'big_number_total' ? null : (
        <Labelled label={axisName(t, type)}>
          <Select
            size="small"
            label={axisName(t, type)}
            value={x ?? undefined}
            choices={names}
            onChange={(next) => next !== undefined && change(withAxis(chart, next, grainOf(next)))}
          />
        </Labelled>
      )}
      {isTime && type !== 'big_number_total' && type !== 'pie' ? (
        <Labelled label={t('Time grain')}>
          <Select
            size="small"
            label={t('Time grain')}
            value={grain ?? none}
            choices={[
              { value: none, label: t('As it is') },
              ...resultChartGrains.map((value) => ({ value, label: t(grainNames[value]) })),
            ]}
            onChange={(next) => change({ ...chart, grain: next === undefined || next === none ? null : next })}
          />
        </Labelled>
      ) : null}
      <Figures state={state} chart={chart} />
      {type === 'big_number_total' ? null : (
        <Labelled label={t('Split by')}>
          <Select
            size="small"
            label={t('Split by')}
            value={split ?? none}
            choices={[{ value: none, label: t('Nothing') }, ...names.filter(({ value }) => value !== x)]}
            onChange={(next) =>
              change({ ...withoutRemedies(chart), split: next === undefined || next === none ? null : next })
            }
          />
        </Labelled>
      )}
      <Remedies state={state} chart={chart} />
    </fieldset>
  );
}

/** What was changed under the picture, and a way back. */
function Remedies({ state, chart: { remedies, ...chart } }: FieldsProps) {
  const t = useT();
  const words = remedies ? remedyWords(remedies, t) : [];
  if (words.length === 0) return null;
  return (
    <Labelled label={t('Changed')} isWide>
      <Pill
        icon={HighlightOutlined}
        name={words.join(', ')}
        onRemove={() => state.change(chart)}
        removeLabel={t('Take the change back')}
      />
    </Labelled>
  );
}

function remedyWords(remedies: NonNullable<ResultChart['remedies']>, t: ReturnType<typeof useT>): readonly string[] {
  const { stack, contributionMode, isSorted } = remedies;
  const count = remedies.limit ?? remedies.row_limit ?? null;
  const top = remedies.group_others_when_limit_reached || remedies.sort_by_metric;
  const limit = top
    ? t('Top {{count}} and Others', { count: count ?? '' })
    : t('Up to {{count}} rows', { count: count ?? '' });
  return [
    ...(stack === 'Stack' ? [t('Stacked')] : []),
    ...(stack === null || contributionMode === null ? [t('Side by side')] : []),
    ...(count === null ? [] : [limit]),
    ...(count === null && top ? [t('Rest as Others')] : []),
    ...(isSorted && count === null ? [t('Sorted by value')] : []),
  ];
}

/** Which columns are drawn as which figure; without one the rows are counted. */
function Figures({ state: { columns, change }, chart }: FieldsProps) {
  const t = useT();
  const { type, y } = chart;
  const [first = rowsCounted] = y;
  const chosen = y.flatMap(({ column }) => (column === null ? [] : [column]));
  const offered = columns.filter((column) => !ofNumbers.has(first.aggregate) || column.type === 'number');
  const choices = (first.column === null ? columns : offered).map(({ name }) => ({ value: name, label: name }));
  const choose = (names: readonly string[]) => change({ ...chart, y: toFigures(names, first, columns) });
  return (
    <>
      <Labelled label={t('Value')} isWide>
        {single.has(type) ? (
          <Select
            size="small"
            label={t('Value')}
            value={chosen[0] ?? none}
            choices={[{ value: none, label: t('Number of rows') }, ...choices]}
            onChange={(next) => choose(next === undefined || next === none ? [] : [next])}
          />
        ) : (
          <MultiSelect
            size="small"
            label={t('Values')}
            placeholder={t('Number of rows')}
            value={chosen}
            choices={choices}
            onChange={(next) => choose(next.slice(0, mostMetrics))}
          />
        )}
      </Labelled>
      {chosen.length > 0 ? (
        <Labelled label={t('Aggregate')}>
          <Select
            size="small"
            label={t('Aggregate')}
            value={first.aggregate}
            choices={aggregates.map((name) => ({ value: name, label: name }))}
            onChange={(aggregate) =>
              aggregate && change({ ...chart, y: toFigures(chosen, { ...first, aggregate }, columns) })
            }
          />
        </Labelled>
      ) : null}
    </>
  );
}

/** A figure that the first column cannot have gives way to one that it can; others that cannot have it go. */
function toFigures(
  names: readonly string[],
  { column, aggregate }: ResultChart['y'][number],
  columns: ResultChartState['columns'],
): ResultChart['y'] {
  const isNumber = (name: string | undefined) => columns.some((one) => one.name === name && one.type === 'number');
  if (names.length === 0) return [rowsCounted];
  const own = isNumber(names[0]) ? 'SUM' : 'COUNT_DISTINCT';
  const wanted = column === null ? own : aggregate;
  const fitting = ofNumbers.has(wanted) ? names.filter(isNumber) : names;
  return fitting.length === 0
    ? names.map((name) => ({ column: name, aggregate: 'COUNT_DISTINCT' }))
    : fitting.map((name) => ({ column: name, aggregate: wanted }));
}

/** They were for the picture as it was. */
function withoutRemedies({ remedies: _, ...chart }: ResultChart): ResultChart {
  return chart;
}

function withAxis({ remedies: _, ...chart }: ResultChart, x: string, grain: ResultChart['grain']): ResultChart {
  return { ...chart, x, grain, split: chart.split === x ? null : chart.split };
}

/** What another type takes of the settings: one figure instead of several, an axis where there was none. */
function withType(
  { remedies: _, ...chart }: ResultChart,
  type: ResultChart['type'],
  { columns, grainOf }: ResultChartState,
): ResultChart {
  const y = single.has(type) ? chart.y.slice(0, 1) : chart.y;
  const x = chart.x ?? columns.find((column) => column.name !== y[0]?.column)?.name ?? columns[0]?.name ?? null;
  if (type === 'big_number_total') return { ...chart, type, y };
  return { ...chart, type, y, x, grain: chart.x === x || x === null ? chart.grain : grainOf(x) };
}

function axisName(t: ReturnType<typeof useT>, type: ResultChart['type']): string {
  if (type === 'pie') return t('Slices');
  return type === 'table' ? t('Rows of') : t('X-axis');
}

interface LabelledProps {
  readonly label: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

function Labelled({ label, isWide = false, children }: LabelledProps) {
  return (
    <div className={classNames(styles.field, isWide && styles.wide)}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      {children}
    </div>
  );
}
