import { EllipsisOutlined, FunctionOutlined, RightOutlined, TableOutlined } from '@ant-design/icons-svg';
import { isAdhocColumn, isAdhocMetric, isRecord } from '@powerset/chart-kit';
import {
  AvatarGroup,
  Badge,
  cellText,
  classNames,
  EmptyState,
  Histogram,
  Icon,
  IconButton,
  lineRoles,
  MenuButton,
  type MenuEntry,
  MiddleCut,
  SearchInput,
  Tooltip,
  TypeIcon,
  textRoles,
} from '@powerset/ui';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { rowCountText, useT } from '../../../i18n/index.ts';
import { startDrag } from '../drag.ts';
import { useExplore } from '../explore-context.tsx';
import { type ExploreColumn, type ExploreDataset, type ExploreMetric, kindOf } from '../model/dataset.ts';
import { arrange, type ShownFolder } from '../model/dataset-folders.ts';
import { type ColumnProfile, compact, toProfiles } from '../model/profile.ts';
import parts from '../parts.module.css';
import { useColumnPictures } from '../use-column-pictures.ts';
import { type Samples, sampleLimit, useSamples } from '../use-samples.ts';
import { CertificationMarks } from './CertificationMarks.tsx';
import styles from './DatasetPane.module.css';

export interface DatasetPaneProps {
  /** The chart's own query runs. */
  readonly isBusy: boolean;
  readonly menu: readonly MenuEntry[];
  /** Puts a column or metric where the chart can use it. */
  readonly onPick: (item: { readonly kind: 'column' | 'metric'; readonly name: string }) => void;
}

const contains = (text: string, ...texts: readonly (string | null)[]) =>
  texts.some((part) => part?.toLowerCase().includes(text.toLowerCase()));

/** What the dataset offers: metrics and columns, to be dragged or pressed into the chart. */
export function DatasetPane({ isBusy, menu, onPick }: DatasetPaneProps) {
  const t = useT();
  const { dataset } = useExplore();
  const [text, setText] = useState('');
  const samples = useSamples(dataset, true);
  const body = useRef<HTMLDivElement>(null);
  const metrics = useMemo(
    () => dataset.metrics.filter((one) => contains(text, one.metric_name, one.verbose_name, one.expression)),
    [dataset, text],
  );
  const columns = useMemo(
    () => dataset.columns.filter((one) => contains(text, one.column_name, one.verbose_name, one.description)),
    [dataset, text],
  );
  return (
    <section className={parts.pane} aria-label={t('Dataset')}>
      <div className={classNames(parts.paneHead, styles.head)}>
        <Icon of={TableOutlined} className={textRoles.muted} />
        <DatasetTitle name={dataset.table_name ?? dataset.name} />
        {samples.data ? <Badge>{rowCountText(samples.data.totalRows, compact(samples.data.totalRows))}</Badge> : null}
        <span className={classNames(lineRoles.end, lineRoles.line)}>
          <Owners of={dataset} />
          <MenuButton
            label={t('Dataset options')}
            items={menu}
            placement="bottom-end"
            trigger={<IconButton icon={EllipsisOutlined} size="small" label={t('Dataset options')} />}
          />
        </span>
      </div>
      <div className={styles.search}>
        <SearchInput label={t('Search metrics and columns')} value={text} onChange={setText} />
      </div>
      <div ref={body} className={styles.body}>
        <Fields key={`${dataset.id}`} list={body} {...{ metrics, columns, isBusy, onPick }} samples={samples.data} />
        {metrics.length + columns.length === 0 ? <EmptyState size="small" title={t('Nothing found')} /> : null}
      </div>
    </section>
  );
}

interface FieldsProps extends Pick<DatasetPaneProps, 'isBusy' | 'onPick'> {
  readonly list: RefObject<HTMLElement | null>;
  readonly metrics: readonly ExploreMetric[];
  readonly columns: readonly ExploreColumn[];
  readonly samples: Samples | undefined;
}

/** Folders first, then what lies in none. */
function Fields({ list, metrics, columns, samples, isBusy, onPick }: FieldsProps) {
  const t = useT();
  const { dataset, form } = useExplore();
  const used = useMemo(() => namesInUse(form), [form]);
  const shown = useMemo(() => arrange(dataset.folders, { metrics, columns }), [dataset, metrics, columns]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const toggle = (uuid: string) => setClosed(closed.has(uuid) ? without(closed, uuid) : new Set([...closed, uuid]));
  // Others are looked for once a folder was opened.
  const inSight = useMemo(() => (closed.size === 0 ? columns : [...columns]), [columns, closed]);
  const toColumnRow = useColumnRow({ list, columns: inSight, samples, isBusy, used, onPick });
  const toMetricRow = (metric: ExploreMetric) => (
    <MetricRow key={metric.metric_name} metric={metric} isUsed={used.has(metric.metric_name)} onPick={onPick} />
  );
  return (
    <>
      {shown.folders.map((folder) => (
        <FolderRows key={folder.uuid} {...{ folder, closed, toggle, toMetricRow, toColumnRow }} />
      ))}
      <Heading label={t('Metrics')} count={shown.metrics.length} />
      {shown.metrics.map(toMetricRow)}
      <Heading label={t('Columns')} count={shown.columns.length} />
      {shown.columns.map(toColumnRow)}
    </>
  );
}

const without = (all: ReadonlySet<string>, one: string) => new Set([...all].filter((other) => other !== one));

interface FolderRowsProps {
  readonly folder: ShownFolder;
  /** The folders that are folded, by their UUIDs. */
  readonly closed: ReadonlySet<string>;
  readonly toggle: (uuid: string) => void;
  readonly toMetricRow: (metric: ExploreMetric) => ReactNode;
  readonly toColumnRow: (column: ExploreColumn) => ReactNode;
}

function FolderRows({ folder, ...rest }: FolderRowsProps) {
  const { closed, toggle, toMetricRow, toColumnRow } = rest;
  const isOpen = !closed.has(folder.uuid);
  const count = folder.children.filter(({ type }) => type !== 'folder').length;
  const head = (
    <button type="button" className={styles.folder} aria-expanded={isOpen} onClick={() => toggle(folder.uuid)}>
      <Icon of={RightOutlined} size={10} className={classNames(styles.caret, isOpen && styles.open)} />
      <MiddleCut text={folder.name} />
      <span className={classNames(lineRoles.end, textRoles.numbers)}>{count}</span>
    </button>
  );
  return (
    <>
      {folder.description ? (
        <Tooltip text={folder.description} placement="right-start">
          {head}
        </Tooltip>
      ) : (
        head
      )}
      {isOpen ? (
        <div className={styles.inside}>
          {folder.children.map((child) => {
            if (child.type === 'metric') return toMetricRow(child.metric);
            if (child.type === 'column') return toColumnRow(child.column);
            return <FolderRows key={child.folder.uuid} {...rest} folder={child.folder} />;
          })}
        </div>
      ) : null}
    </>
  );
}

interface ColumnRowsProps extends Omit<FieldsProps, 'metrics'> {
  readonly used: ReadonlySet<string>;
}

/** Draws a column with a picture: of the first rows until all of them are counted. */
function useColumnRow({ list, columns, samples, isBusy, used, onPick }: ColumnRowsProps) {
  const { dataset } = useExplore();
  const sampled = useMemo(() => (samples ? toProfiles(samples.table) : null), [samples]);
  const isPart = (samples?.totalRows ?? 0) > sampleLimit;
  const rowCount = isPart ? (samples?.totalRows ?? 0) : 0;
  const whole = useColumnPictures(dataset, { list, columns, rowCount, isBusy });
  return (column: ExploreColumn) => (
    <ColumnRow
      key={column.column_name}
      column={column}
      profile={whole.get(column.column_name) ?? sampled?.get(column.column_name)}
      isProfileOfPart={isPart && !whole.has(column.column_name)}
      isUsed={used.has(column.column_name)}
      onPick={onPick}
    />
  );
}

const longTitle = 25;

/** The name, whole on hover when it is long. */
function DatasetTitle({ name }: { name: string }) {
  const title = (
    <span dir="auto" className={classNames(textRoles.truncated, textRoles.medium, styles.name)}>
      {name}
    </span>
  );
  return name.length > longTitle ? <Tooltip text={name}>{title}</Tooltip> : title;
}

function Owners({ of }: { of: ExploreDataset }) {
  const users = (of.owners ?? []).map((owner) => ({
    id: owner.id,
    firstName: owner.first_name,
    lastName: owner.last_name,
  }));
  if (users.length === 0) return null;
  return (
    <span className={styles.owners}>
      <AvatarGroup users={users} />
    </span>
  );
}

function Heading({ label, count }: { label: string; count: number }) {
  return (
    <h2 className={styles.heading}>
      {label}
      <span className={classNames(lineRoles.end, textRoles.numbers)}>{count}</span>
    </h2>
  );
}

interface RowProps {
  readonly isUsed: boolean;
  readonly onPick: DatasetPaneProps['onPick'];
}

function MetricRow({ metric, isUsed, onPick }: RowProps & { readonly metric: ExploreMetric }) {
  const name = metric.metric_name;
  const row = (
    <button
      type="button"
      draggable
      data-field={name}
      className={styles.row}
      onDragStart={(event) => startDrag(event, { kind: 'metric', name })}
      onClick={() => onPick({ kind: 'metric', name })}
    >
      <Icon of={FunctionOutlined} size={12} color="var(--accent-text)" />
      <MiddleCut text={metric.verbose_name || name} />
      <CertificationMarks of={metric} />
      {isUsed ? <InUse /> : null}
      <span dir="auto" className={classNames(styles.expression, textRoles.truncated)}>
        {metric.expression}
      </span>
    </button>
  );
  return (
    <Tooltip
      text={tooltipOf(name, metric.verbose_name, metric.description || metric.expression)}
      placement="right-start"
    >
      {row}
    </Tooltip>
  );
}

/** The name that queries use, what people call it, and what it is. */
function tooltipOf(name: string, verboseName: string | null, about: string | null): string {
  const called = verboseName && verboseName !== name ? `${verboseName} (${name})` : name;
  return about && about !== name ? `${called}: ${about}` : called;
}

interface ColumnRowProps extends RowProps {
  readonly column: ExploreColumn;
  readonly profile: ColumnProfile | undefined;
  /** The dataset has more rows than the profile was made of. */
  readonly isProfileOfPart: boolean;
}

function ColumnRow({ column, profile, isProfileOfPart, isUsed, onPick }: ColumnRowProps) {
  const t = useT();
  const name = column.column_name;
  const row = (
    <button
      type="button"
      draggable
      data-field={name}
      className={classNames(styles.row, isUsed && styles.used)}
      onDragStart={(event) => startDrag(event, { kind: 'column', name })}
      onClick={() => onPick({ kind: 'column', name })}
    >
      <span className={textRoles.muted}>
        <TypeIcon type={kindOf(column)} />
      </span>
      <MiddleCut text={column.verbose_name || name} />
      <CertificationMarks of={column} />
      {isUsed ? <InUse /> : null}
      <span
        className={styles.profile}
        title={
          isProfileOfPart
            ? t('In the first {{count}} rows', { count: cellText(sampleLimit, 'number') ?? '' })
            : undefined
        }
      >
        {profile?.distinct === undefined ? null : (
          <span className={classNames(textRoles.muted, textRoles.numbers)}>
            {profile.distinct}
            {isProfileOfPart ? '+' : ''}
          </span>
        )}
        {profile ? <Histogram counts={profile.counts} width={56} isCategorical={profile.isCategorical} /> : null}
      </span>
    </button>
  );
  return (
    <Tooltip
      text={tooltipOf(name, column.verbose_name, column.description || column.expression || column.type)}
      placement="right-start"
    >
      {row}
    </Tooltip>
  );
}

function InUse() {
  const t = useT();
  return <span className={styles.inUse} role="img" aria-label={t('In use')} />;
}

/** Every column and metric that a form names, however deep. */
function namesInUse(form: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') names.add(value);
    else if (Array.isArray(value)) value.forEach(visit);
    else if (isAdhocMetric(value)) visit(value.column?.column_name);
    else if (isAdhocColumn(value)) visit(value.isColumnReference ? value.sqlExpression : undefined);
    else if (isRecord(value) && typeof value.subject === 'string') visit(value.subject);
  };
  const { standardizedFormData: _memory, viz_type: _type, datasource: _datasource, ...rest } = form;
  Object.values(rest).forEach(visit);
  return names;
}
