import {
  DownloadOutlined,
  LineChartOutlined,
  MessageOutlined,
  ReloadOutlined,
  TableOutlined,
} from '@ant-design/icons-svg';
import { type ChartForm, timeBoundsOf } from '@powerset/chart-kit';
import { chartTypes } from '@powerset/charts/types';
import { Chart, chartViews, type Noting } from '@powerset/charts/views';
import {
  Badge,
  Button,
  ChartSkeleton,
  classNames,
  EmptyState,
  ErrorBox,
  lineRoles,
  MenuButton,
  ProgressLine,
  textRoles,
} from '@powerset/ui';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAnswerTime, useChartTranslate } from '../../../chart-runs/index.ts';
import { useChartTheme } from '../../../controls/chart-theme/index.ts';
import { DatabaseSignIn, signInPlaceOf } from '../../../controls/database-sign-in/index.ts';
import type { Drilling } from '../../../drilling/index.ts';
import { formatDuration, formatWhen, parseServerTime, rowCountText, useLanguage, useT } from '../../../i18n/index.ts';
import { goneWords } from '../../../shell/index.ts';
import { useAnnotations } from '../annotations-context.tsx';
import { useExplore } from '../explore-context.tsx';
import { rowFactsOf } from '../model/chart-run.ts';
import { compact } from '../model/profile.ts';
import parts from '../parts.module.css';
import type { ChartRun } from '../use-chart-run.ts';
import styles from './ChartPane.module.css';
import type { ChartTypesProps } from './ChartTypes.tsx';
import { DrillButton } from './DrillButton.tsx';
import { downloadItems } from './downloads.ts';
import { Nothing } from './Nothing.tsx';
import { agedClass, LostNames, OldAnswer, OlderBadge } from './OldAnswer.tsx';
import { RowCount } from './RowCount.tsx';
import { useExploreDrilling } from './use-explore-drilling.ts';
import { type NotingTools, useNoting } from './use-noting.tsx';
import { WaitingForControls } from './WaitingForControls.tsx';

export interface PlotProps {
  readonly run: ChartRun;
  /** The form to draw with: the one that was queried, with what only changes the drawing. */
  readonly drawForm: ChartForm | null;
  /** Whether the settings have changed since that form was queried. */
  readonly isOlder: boolean;
  readonly title: string;
  readonly onUpdate: () => void;
  /** Takes a change that the chart itself proposes, and runs what it needs. */
  readonly onMend: (changes: Readonly<Record<string, unknown>>) => void;
  readonly onRendered: () => void;
  readonly onRenderError: (error: Error) => void;
  readonly onOwnState: (state: Readonly<Record<string, unknown>>) => void;
  /** Takes a type that fits the data; absent where nothing is built. */
  readonly onVizType?: ChartTypesProps['onChoose'];
}

export interface ChartPaneProps extends PlotProps {
  readonly canDownload: boolean;
  readonly onRefresh: () => void;
  readonly onViewAsTable: () => void;
  /** Whoever came here to put a note on the chart begins with it. */
  readonly startsNoting: boolean;
}

/** The chart with its facts: rows, age, times, and what can be done with it. */
export function ChartPane(props: ChartPaneProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [paintMs, setPaintMs] = useState<number | null>(null);
  const notes = useNoting(props.startsNoting);
  const drilling = useExploreDrilling(props);
  return (
    <section className={parts.pane} aria-label={useT()('Chart')}>
      <ChartBar {...props} {...{ frame, paintMs, notes, drilling }} />
      <Plot {...props} {...{ frame, drilling }} onPaint={setPaintMs} noting={notes.noting} />
      {drilling.layer}
      {notes.editor}
    </section>
  );
}

/** The chart alone, for pages that show nothing else. */
export function BareChart(props: PlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  return (
    <section className={parts.pane} aria-label={useT()('Chart')}>
      <Plot {...props} frame={frame} onPaint={() => undefined} />
    </section>
  );
}

function Plot(
  props: PlotProps & Pick<BodyProps, 'onPaint' | 'noting' | 'drilling'> & { frame: RefObject<HTMLDivElement | null> },
) {
  const t = useT();
  const { run, frame } = props;
  const size = useSize(frame);
  usePrintedSize(frame);
  const isDim = run.drawn && (run.status === 'loading' || (run.status === 'stopped' && props.isOlder));
  return (
    <div className={styles.stage}>
      {run.status === 'loading' ? <ProgressLine label={t('Loading...')} /> : null}
      {run.status === 'failed' ? null : <OldAnswer {...props} />}
      <LostNames />
      <div
        ref={frame}
        className={classNames(styles.plot, isDim && styles.dim)}
        data-testid="chart"
        data-chart-status={run.status ?? 'none'}
        {...props.drilling?.frame}
      >
        <ChartBody {...props} size={size} />
      </div>
    </div>
  );
}

function useSize(frame: RefObject<HTMLDivElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      const style = getComputedStyle(element);
      const width = element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      const height =
        element.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
      setSize((last) => (last.width === width && last.height === height ? last : { width, height }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [frame]);
  return size;
}

/** Tells the page's style how large the chart stands on the screen when it is printed. */
function usePrintedSize(frame: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const before = () => {
      const page = document.documentElement.style;
      page.setProperty('--print-width', `${frame.current?.offsetWidth}px`);
      page.setProperty('--print-height', `${frame.current?.offsetHeight}px`);
    };
    addEventListener('beforeprint', before);
    return () => removeEventListener('beforeprint', before);
  }, [frame]);
}

/** How many rows the answer has, how old it is and how long it took. */
function ChartFacts({ run, paintMs }: { run: ChartRun; paintMs: number | null }) {
  const t = useT();
  const language = useLanguage();
  const first = run.drawn?.results[0];
  const cachedAt = first?.is_cached ? parseServerTime(first.cached_dttm) : null;
  const cachedWords =
    cachedAt === null ? '' : t('Cached {{when}}', { when: formatWhen(cachedAt, Date.now(), language) });
  const rows = run.drawn?.tables[0] ? rowFactsOf(run.drawn) : null;
  return (
    <>
      {rows === null ? null : <RowCount {...rows} text={rowCountText(rows.count, compact(rows.count))} />}
      {cachedAt === null ? null : (
        <Badge kind="info" title={cachedWords}>
          <span className={styles.whole}>{cachedWords}</span>
          <span className={styles.brief}>{t('Cached')}</span>
        </Badge>
      )}
      {run.queryMs === null ? null : (
        <span className={classNames(textRoles.small, textRoles.muted, styles.times)}>
          {t('Query {{query}}, paint {{paint}}', {
            query: formatDuration(Math.max(0, Math.round(run.queryMs))),
            paint: formatDuration(Math.max(0, Math.round(paintMs ?? 0))),
          })}
        </span>
      )}
    </>
  );
}

interface BarProps extends ChartPaneProps {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly paintMs: number | null;
  readonly notes: NotingTools;
  readonly drilling: Drilling;
}

function ChartBar(props: BarProps) {
  const { run, paintMs, frame, title, notes, drilling } = props;
  const t = useT();
  const explore = useExplore();
  return (
    <div className={classNames(parts.paneHead, styles.bar)}>
      <OlderBadge {...props} />
      <span className={classNames(lineRoles.line, styles.facts, agedClass(props))}>
        <ChartFacts run={run} paintMs={paintMs} />
      </span>
      <span className={classNames(lineRoles.end, lineRoles.line, styles.tools)}>
        {notes.noting ? (
          <Button
            kind="text"
            size="small"
            className={styles.tool}
            icon={MessageOutlined}
            isDisabled={!run.drawn}
            isOn={notes.noting.isAdding}
            onClick={notes.toggle}
          >
            {t('Note')}
          </Button>
        ) : null}
        <Button
          kind="text"
          size="small"
          className={styles.tool}
          icon={ReloadOutlined}
          isDisabled={!run.drawn}
          onClick={props.onRefresh}
        >
          {t('Refresh')}
        </Button>
        <Button
          kind="text"
          size="small"
          className={styles.tool}
          icon={TableOutlined}
          isDisabled={!run.drawn}
          onClick={props.onViewAsTable}
        >
          {t('View as table')}
        </Button>
        <DrillButton drilling={drilling} />
        <MenuButton
          label={t('Download')}
          placement="bottom-end"
          items={downloadItems({ explore, run, frame, title, t, canDownload: props.canDownload })}
          trigger={
            <Button kind="text" size="small" className={styles.tool} icon={DownloadOutlined} isDisabled={!run.drawn}>
              {t('Download')}
            </Button>
          }
        />
      </span>
    </div>
  );
}

interface BodyProps extends PlotProps {
  readonly size: { readonly width: number; readonly height: number };
  readonly onPaint: (ms: number) => void;
  readonly noting?: Noting | undefined;
  /** What its marks lead to; nothing where the chart stands alone. */
  readonly drilling?: Drilling;
}

function ChartBody(props: BodyProps) {
  const { run, onUpdate } = props;
  const t = useT();
  const { problems } = useExplore();
  if (run.status === 'failed') return run.isUnanswered ? <NoAnswer {...props} /> : <ChartFailure {...props} />;
  if (run.status === 'stopped' && !run.drawn)
    return (
      <EmptyState
        icon={LineChartOutlined}
        title={run.alert}
        actions={<Button onClick={onUpdate}>{t('Update chart')}</Button>}
      />
    );
  if (!run.drawn || !props.drawForm)
    return run.status === 'loading' ? (
      <ChartSkeleton />
    ) : (
      <WaitingForControls {...{ problems, onUpdate, onVizType: props.onVizType }} />
    );
  return <DrawnChart {...props} drawForm={props.drawForm} />;
}

/** Nobody answered: the settings are still here, and the server is looked for. */
function NoAnswer({ run, onUpdate }: Pick<BodyProps, 'run' | 'onUpdate'>) {
  const t = useT();
  return (
    <div className={parts.failure}>
      <ErrorBox
        title={run.alert}
        text={t('Your settings stay on this page. The chart is asked for again as soon as the server answers.')}
        actions={
          <Button size="small" onClick={onUpdate}>
            {t('Try again')}
          </Button>
        }
      />
    </div>
  );
}

function ChartFailure({ run, onUpdate }: BodyProps) {
  const t = useT();
  const wire = run.error?.errors[0];
  const gone = goneWords(wire?.error_type, t);
  const place = signInPlaceOf(wire?.error_type, wire?.extra);
  const issues = gone ? '' : wire?.extra.issue_codes?.map((issue) => issue.message).join('\n');
  const driver = wire?.extra.driver_message;
  const details = [typeof driver === 'string' ? driver : '', issues ?? ''].filter(Boolean).join('\n');
  return (
    <div className={parts.failure}>
      <ErrorBox
        title={wire ? t('The chart could not be computed') : t('Unexpected error')}
        text={gone ? `${run.alert} ${gone.help}` : run.alert}
        details={(!place && details) || undefined}
        reference={run.error?.reference}
        actions={
          <>
            {place ? <DatabaseSignIn place={place} onBack={onUpdate} /> : null}
            <Button size="small" onClick={onUpdate}>
              {t('Try again')}
            </Button>
          </>
        }
      />
    </div>
  );
}

function DrawnChart({
  run,
  drawForm,
  title,
  size,
  onPaint,
  onRendered,
  onRenderError,
  onOwnState,
  onMend,
  noting,
  drilling,
}: BodyProps & { drawForm: ChartForm }) {
  const t = useT();
  const language = useLanguage();
  const { dataset, setFields } = useExplore();
  const { annotationData } = useAnnotations();
  const translate = useChartTranslate();
  const colors = useChartTheme();
  const now = useAnswerTime(run.drawn?.results);
  const definition = chartTypes.find(drawForm.viz_type);
  const view = chartViews[drawForm.viz_type];
  const tables = run.drawn?.tables ?? [];
  if (!definition || !view || size.width <= 0 || size.height <= 0) return null;
  return (
    <Chart
      definition={definition}
      view={view}
      form={drawForm}
      results={tables}
      theme={colors}
      width={size.width}
      height={size.height}
      locale={language}
      title={title || t('Untitled chart')}
      translate={translate}
      verboseNames={dataset.verbose_map}
      columnFormats={dataset.column_formats}
      currencies={dataset.currency_formats}
      annotations={annotationData}
      answers={run.drawn?.results}
      timeBounds={timeBoundsOf(run.drawn?.results[0])}
      now={now}
      fallback={<ChartSkeleton />}
      empty={(reason) => <Nothing reason={reason} onMend={onMend} />}
      onRendered={(ms) => {
        onPaint(ms);
        onRendered();
      }}
      onRenderError={onRenderError}
      onOwnState={onOwnState}
      onRemedy={onMend}
      onFormChanges={setFields}
      noting={noting}
      onContextMenu={drilling?.onContextMenu}
    />
  );
}
