import {
  ExclamationCircleFilled,
  FilterOutlined,
  InboxOutlined,
  PauseCircleOutlined,
  type StopOutlined,
} from '@ant-design/icons-svg';
import { type ChartDefinition, type ChartWords, completeForm, isRecord, type Undrawn } from '@powerset/chart-kit';
import { emptySettings } from '@powerset/charts/views';
import type { WireDashboardChart } from '@powerset/contract';
import { Button, classNames, EmptyState, ErrorBox, Icon, type IconType, Popover } from '@powerset/ui';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { AskForAccessModal } from '../../../access-requests/index.ts';
import { type ChartRun, useChartTranslate } from '../../../chart-runs/index.ts';
import { DatabaseSignIn, signInPlaceOf, useSignedIn } from '../../../controls/database-sign-in/index.ts';
import { useT } from '../../../i18n/index.ts';
import { isOfflineFile } from '../../../offline-file/index.ts';
import { addresses, goneWords, useUserId } from '../../../shell/index.ts';
import { isFilter } from '../filters/index.ts';
import { datasetIdOf, useDashboard } from '../state/index.ts';
import { CardBody } from './CardBody.tsx';
import styles from './ChartStates.module.css';
import { type Size, useSize } from './use-size.ts';

/** A card that is lower has no room for a message with its actions. */
const lowestRoom = 120;

interface StateProps {
  readonly icon: IconType;
  readonly title: string;
  readonly isError?: boolean;
  /** The whole message, with its actions. */
  readonly children: ReactNode;
}

/** A message instead of the picture; on small cards its first words, and all of it when they are pressed. */
function State(props: StateProps) {
  const body = useRef<HTMLDivElement>(null);
  const size = useSize(body);
  return (
    <CardBody>
      <div ref={body} className={styles.center}>
        {size.height > 0 ? <FittedState {...props} size={size} /> : null}
      </div>
    </CardBody>
  );
}

function FittedState({ icon, title, isError = false, children, size }: StateProps & { readonly size: Size }) {
  const t = useT();
  if (size.height >= lowestRoom) return children;
  const trigger = (
    <button type="button" className={classNames(styles.brief, isError && styles.error)}>
      <Icon of={icon} />
      <span>
        <span className={styles.briefTitle}>{title}</span>
        <span className={styles.briefMore}>{t('Details')}</span>
      </span>
    </button>
  );
  return (
    <div className={styles.briefFrame} role={isError ? 'alert' : undefined}>
      <Popover trigger={trigger} label={title} width={320}>
        {children}
      </Popover>
    </div>
  );
}

/** Why there is no chart to show. */
export function Notice(props: { icon: typeof StopOutlined; title: string; text: string }) {
  return (
    <State {...props}>
      <EmptyState size="small" {...props} />
    </State>
  );
}

/** A query that its reader ended before its first answer. */
export function Stopped({ reload }: { reload: () => void }) {
  const t = useT();
  const title = t('The query was stopped');
  const again = (
    <Button size="small" onClick={reload}>
      {t('Run again')}
    </Button>
  );
  return (
    <State icon={PauseCircleOutlined} title={title}>
      <EmptyState size="small" icon={PauseCircleOutlined} title={title} actions={again} />
    </State>
  );
}

interface FailureProps {
  readonly chart: WireDashboardChart;
  readonly definition: ChartDefinition;
  readonly run: ChartRun;
  readonly reload: () => void;
}

/** A request that no engine saw: what the chart asks does not fit. */
const payloadIssue = 1020;

/** The settings that a chart lacks, where that is why its request was refused. */
function useMissingSettings({ chart, definition, run }: FailureProps): string {
  const translate = useChartTranslate();
  if (issueOf(run)?.code !== payloadIssue) return '';
  const form = completeForm(definition, { ...chart.form_data, viz_type: definition.key });
  return emptySettings(definition, form)
    .map((label) => translate(label))
    .join(', ');
}

function issueOf({ failure }: ChartRun): Readonly<Record<string, unknown>> | undefined {
  const issues = failure?.extra.issue_codes;
  const [first] = Array.isArray(issues) ? issues : [];
  return isRecord(first) ? first : undefined;
}

/** A reader for whom the chart builder is out of reach. */
function useIsEmbedded(): boolean {
  return useDashboard((state) => state.features.isEmbedded === true);
}

/** What failed, why, and what would help. */
export function Failure(props: FailureProps) {
  const t = useT();
  const { failure } = props.run;
  // A small card shows the button only when its message is opened.
  useSignedIn(placeOf(props.run), props.reload);
  const missing = useMissingSettings(props);
  const first = issueOf(props.run);
  const gone = goneWords(failure?.code ?? undefined, t);
  const issue = typeof first?.message === 'string' ? first.message.replace(/^Issue \d+ - /, '') : undefined;
  const misfit =
    missing === ''
      ? t('The settings of the chart do not fit its dataset. Edit the chart and choose others.')
      : t('The chart cannot be drawn before they are chosen.');
  const hasEnded = useIsEmbedded() && failure?.code === 'UNAUTHENTICATED_ERROR';
  const ended = hasEnded ? t('Load the page anew. If that does not help, tell whoever runs it.') : undefined;
  const help = ended ?? gone?.help ?? (first?.code === payloadIssue ? misfit : issue);
  const title =
    missing === '' ? (failure?.title ?? t('Data error')) : t('Settings are missing: {{names}}', { names: missing });
  return (
    <State icon={ExclamationCircleFilled} title={title} isError>
      <ErrorBox
        title={title}
        text={help}
        details={isOfflineFile() || placeOf(props.run) ? undefined : (failure?.details ?? failure?.code ?? undefined)}
        reference={failure?.reference}
        actions={isOfflineFile() ? <ClearFilters /> : <FailureActions {...props} />}
      />
    </State>
  );
}

function placeOf({ failure }: ChartRun) {
  return signInPlaceOf(failure?.code, failure?.extra);
}

function FailureActions({ chart, run, reload }: FailureProps) {
  const t = useT();
  const place = placeOf(run);
  const isEmbedded = useIsEmbedded();
  if (place) return <DatabaseSignIn place={place} />;
  const wayOut =
    run.failure?.code === 'DATASOURCE_SECURITY_ACCESS_ERROR' ? (
      <AskButton chart={chart} />
    ) : (
      <Button size="small" href={addresses.chart(chart.id)}>
        {t('Edit chart')}
      </Button>
    );
  return (
    <>
      {isEmbedded ? null : wayOut}
      <Button size="small" kind="text" onClick={reload}>
        {t('Try again')}
      </Button>
    </>
  );
}

/** Whoever sees a dashboard whose data he may not read asks for that, where it is missing. */
function AskButton({ chart }: { chart: WireDashboardChart }) {
  const t = useT();
  const userId = useUserId();
  const [isAsking, setIsAsking] = useState(false);
  const dataset = datasetIdOf(chart);
  if (userId === null || dataset === null || dataset === undefined) return null;
  return (
    <>
      <Button size="small" onClick={() => setIsAsking(true)}>
        {t('Ask for access')}
      </Button>
      {isAsking ? (
        <Suspense fallback={null}>
          <AskForAccessModal type="dataset" object={String(dataset)} onClose={() => setIsAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

interface NoDataProps {
  readonly chartId: number;
  readonly size: Size;
  /** Why rows that came make no picture; null when none came. */
  readonly reason: Undrawn | null;
  readonly translate: (text: string, values?: Readonly<Record<string, unknown>>) => string;
  /** Opens the chart with a change, for who may change it. */
  readonly onRemedy: ((changes: Readonly<Record<string, unknown>>) => void) | undefined;
}

/** Nothing to draw: what the rows lack, else filters are the first thing to look at. */
export function NoData({ chartId, size, reason, translate, onRemedy }: NoDataProps) {
  const t = useT();
  const isFiltered = useDashboard(
    (state) =>
      Object.keys(state.crossMasks).some((id) => id !== String(chartId)) ||
      Object.values(state.bar.applied).some((mask) => Object.keys(mask.extraFormData).length > 0),
  );
  const said = (words: ChartWords | undefined) => words && translate(words.text, words.values);
  const title = said(reason?.title) ?? t('No results were returned for this query');
  const icon = isFiltered ? FilterOutlined : InboxOutlined;
  const why = isFiltered ? t('No row passes the filters that are set.') : t('The query has no rows.');
  return (
    <div className={classNames(styles.center, styles.whole)}>
      <FittedState icon={icon} title={title} size={size}>
        <EmptyState
          size="small"
          icon={icon}
          title={title}
          text={reason ? said(reason.text) : why}
          actions={
            <>
              {reason?.remedy && onRemedy ? (
                <Remedy remedy={reason.remedy} translate={translate} onRemedy={onRemedy} />
              ) : null}
              <WaysOut chartId={chartId} isFiltered={isFiltered} hasReason={reason !== null} />
            </>
          }
        />
      </FittedState>
    </div>
  );
}

interface RemedyProps extends Pick<NoDataProps, 'translate'> {
  readonly remedy: NonNullable<Undrawn['remedy']>;
  readonly onRemedy: NonNullable<NoDataProps['onRemedy']>;
}

/** What would show the rows. */
function Remedy({ remedy, translate, onRemedy }: RemedyProps) {
  return (
    <Button size="small" kind="primary" onClick={() => onRemedy(remedy.changes)}>
      {translate(remedy.label)}
    </Button>
  );
}

/** Other filters may let other rows through; what the chart cannot draw is changed in the chart. */
function WaysOut({ chartId, isFiltered, hasReason }: { chartId: number; isFiltered: boolean; hasReason: boolean }) {
  const t = useT();
  const isEmbedded = useIsEmbedded();
  return (
    <>
      {hasReason && !isEmbedded ? (
        <Button size="small" href={addresses.chart(chartId)}>
          {t('Edit chart')}
        </Button>
      ) : null}
      {isFiltered ? <ClearFilters /> : null}
    </>
  );
}

/** Takes every choice back at once, where no filter insists on having a value. */
function ClearFilters() {
  const t = useT();
  const isHeld = useDashboard((state) =>
    state.filters.some((filter) => isFilter(filter) && filter.controlValues.enableEmptyFilter === true),
  );
  const clearFilters = useDashboard((state) => state.clearFilters);
  const applyFilters = useDashboard((state) => state.applyFilters);
  if (isHeld) return null;
  const clear = () => {
    clearFilters();
    applyFilters();
  };
  return (
    <Button size="small" onClick={clear}>
      {t('Clear filters')}
    </Button>
  );
}
