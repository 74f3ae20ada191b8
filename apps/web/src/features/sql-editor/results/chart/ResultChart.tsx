import { LineChartOutlined } from '@ant-design/icons-svg';
import { formOfResultChart, remedyResultChart, timeBoundsOf, type Undrawn } from '@powerset/chart-kit';
import type { Suggestion } from '@powerset/charts/suggestions';
import { chartTypes } from '@powerset/charts/types';
import { Chart, chartViews } from '@powerset/charts/views';
import { resultChartTypes } from '@powerset/contract';
import { Button, ChartSkeleton, EmptyState, ErrorBox, ProgressLine } from '@powerset/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { errorText } from '../../../../api/index.ts';
import { useAnswerTime, useChartTranslate } from '../../../../chart-runs/index.ts';
import { SuggestedCharts } from '../../../../chart-suggestions/index.ts';
import { useChartTheme } from '../../../../controls/chart-theme/index.ts';
import { msg, useLanguage, useT } from '../../../../i18n/index.ts';
import { tellIfCodeIsGone } from '../../../../shell/index.ts';
import { editorMessages } from '../../messages.ts';
import { formatCount } from '../../numbers.ts';
import parts from '../../parts.module.css';
import { FilterLine } from '../columns/FilterLine.tsx';
import type { ResultGridProps } from '../ResultGrid.tsx';
import { chartPicture, chartQuery } from '../result-calls.ts';
import { ChartFields } from './ChartFields.tsx';
import { labelOfFigure, splitBySize } from './measure-panels.ts';
import styles from './ResultChart.module.css';
import { suggestedChart } from './suggested-chart.ts';
import type { ResultChartState } from './use-result-chart.ts';

interface ResultChartProps extends Pick<ResultGridProps, 'selection' | 'onSelection' | 'onRerun' | 'onWrite'> {
  readonly state: ResultChartState;
  readonly resultKey: string;
}

/** A result as a chart over all its kept rows, with the few settings that change it. */
export function ResultChart({ state, resultKey, selection, onSelection, onRerun, onWrite }: ResultChartProps) {
  const t = useT();
  const { columns, chart } = state;
  const filterColumns = useMemo(() => columns.map((column) => ({ ...column, typeName: column.type })), [columns]);
  if (!chart)
    return (
      <EmptyState
        icon={LineChartOutlined}
        title={t('Nothing to draw')}
        text={t('The result has no columns that a chart could name.')}
      />
    );
  return (
    <div className={styles.view}>
      <FilterLine
        columns={filterColumns}
        selection={selection}
        onSelection={onSelection}
        onOpen={() => state.show(false)}
        onWrite={onWrite ?? null}
      />
      <ChartFields state={state} chart={chart} />
      <Suggestions {...{ state, chart, resultKey, selection }} />
      {state.isPending ? <ChartSkeleton /> : <Plot {...{ state, resultKey, selection, onRerun, chart }} />}
    </div>
  );
}

interface SuggestionsProps extends Pick<ResultChartProps, 'state' | 'resultKey' | 'selection'> {
  readonly chart: ResultChartSettings;
}

/** What else could be drawn of the result, and with which settings. */
function Suggestions({ state, chart, resultKey, selection }: SuggestionsProps) {
  const { columns, rows, grainOf, isPending } = state;
  const data = useMemo(() => ({ columns, rows }), [columns, rows]);
  const pictureOf = (suggestion: Suggestion) => {
    const next = suggestedChart(suggestion, grainOf);
    return next && chartPicture(resultKey, next, selection);
  };
  if (isPending) return null;
  return (
    <Suspense fallback={null}>
      <SuggestedCharts
        isLine
        data={data}
        offered={resultChartTypes}
        current={chart.type}
        pictureOf={pictureOf}
        onChoose={(suggestion) => {
          const next = suggestedChart(suggestion, grainOf);
          if (next) state.change(next);
        }}
      />
    </Suspense>
  );
}

type ResultChartSettings = NonNullable<ResultChartState['chart']>;

type PlotProps = Pick<ResultChartProps, 'state' | 'resultKey' | 'selection' | 'onRerun'> & {
  readonly chart: NonNullable<ResultChartState['chart']>;
};

function Plot({ state, resultKey, selection, onRerun, chart }: PlotProps) {
  const t = useT();
  const answer = useQuery({ ...chartQuery(resultKey, chart, selection), placeholderData: keepPreviousData });
  const { ref, size } = useSize();
  const { data } = answer;
  if (answer.error)
    return (
      <div className={parts.note}>
        <ErrorBox
          title={editorMessages.resultsFailed()}
          text={errorText(answer.error)}
          actions={
            <>
              <Button size="small" onClick={() => void answer.refetch()}>
                {t('Try again')}
              </Button>
              {onRerun ? (
                <Button size="small" onClick={onRerun}>
                  {t('Run again')}
                </Button>
              ) : null}
            </>
          }
        />
      </div>
    );
  const limit = data?.results[0]?.limitReached ?? null;
  return (
    <section className={styles.stage} aria-label={t('Chart of the result')} aria-busy={answer.isFetching}>
      {answer.isPlaceholderData || !data ? <ProgressLine label={t('Loading...')} /> : null}
      {limit === null ? null : (
        <p className={styles.note} role="status">
          {t('Only the largest {{count}} groups are drawn.', { count: formatCount(limit) })}
        </p>
      )}
      <div ref={ref} className={styles.plot} data-testid="result-chart">
        {data ? <Picture answer={data} state={state} size={size} /> : <ChartSkeleton />}
      </div>
    </section>
  );
}

function useSize() {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = ref;
    if (!current) return;
    const measure = () => setSize({ width: current.clientWidth, height: current.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, []);
  return { ref, size };
}

interface PictureProps {
  readonly answer: NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof chartQuery>['queryFn']>>>>;
  readonly state: ResultChartState;
  readonly size: { readonly width: number; readonly height: number };
}

/** One picture, or one for the figures of each size. */
function Picture({ answer, state, size }: PictureProps) {
  const { chart, tables } = answer;
  const [table] = tables;
  const panels = useMemo(() => (table ? splitBySize(chart, table) : []), [chart, table]);
  if (panels.length < 2) return <Drawing {...{ answer, state, size, chart, tables }} />;
  const isBeside = size.height / panels.length < leastPanelHeight && size.width / panels.length >= leastPanelWidth;
  const width = isBeside ? Math.floor(size.width / panels.length) : size.width;
  const height = isBeside ? size.height : Math.max(leastPanelHeight, Math.floor(size.height / panels.length));
  return (
    <div className={styles.panels} data-beside={isBeside || undefined}>
      {panels.map((panel) => {
        const names = panel.chart.y.map(labelOfFigure).join(', ');
        return (
          <figure key={names} style={{ width, height }} className={styles.panel}>
            <figcaption className={styles.caption}>{names}</figcaption>
            <Drawing
              {...{ answer, state }}
              chart={panel.chart}
              tables={[panel.table]}
              size={{ width, height: height - captionHeight }}
            />
          </figure>
        );
      })}
    </div>
  );
}

const leastPanelHeight = 150;
const leastPanelWidth = 320;
const captionHeight = 20;

type DrawingProps = PictureProps & Pick<PictureProps['answer'], 'chart' | 'tables'>;

function Drawing({ answer: { results }, chart, tables, state, size }: DrawingProps) {
  const t = useT();
  const language = useLanguage();
  const translate = useChartTranslate();
  const now = useAnswerTime(results);
  const [failure, setFailure] = useState<{ readonly of: unknown; readonly text: string } | null>(null);
  const colors = useChartTheme();
  const form = useMemo(() => formOfResultChart(chart, state.columns), [chart, state.columns]);
  const definition = chartTypes.find(form.viz_type);
  const view = chartViews[form.viz_type];
  const mend = (changes: Readonly<Record<string, unknown>>) =>
    state.chart && state.change(remedyResultChart(state.chart, changes));
  if (failure?.of === results) return <ErrorBox title={t('This chart could not be drawn')} details={failure.text} />;
  if (!definition || !view || size.width <= 0 || size.height <= 0) return null;
  return (
    <Chart
      {...{ definition, view, form, translate, now, ...size }}
      results={tables}
      answers={results}
      timeBounds={timeBoundsOf(results[0])}
      theme={colors}
      locale={language}
      title={t('Chart of the result')}
      verboseNames={countName(t)}
      fallback={<ChartSkeleton />}
      empty={(reason) => <Nothing reason={reason} />}
      onRemedy={mend}
      onRenderError={(error) => {
        tellIfCodeIsGone(error);
        setFailure({ of: results, text: error.message });
      }}
    />
  );
}

/** What rows that were counted are called. */
function countName(t: ReturnType<typeof useT>) {
  return { count: t('Rows') };
}

function Nothing({ reason }: { readonly reason: Undrawn | null }) {
  const translate = useChartTranslate();
  const { title, text } = reason ?? noRows;
  return (
    <EmptyState
      icon={LineChartOutlined}
      title={translate(title.text, title.values)}
      text={text ? translate(text.text, text.values) : undefined}
    />
  );
}

const noRows: Pick<Undrawn, 'title' | 'text'> = {
  title: { text: msg('Nothing to draw') },
  text: { text: msg('No row of this result has a value for these columns.') },
};
