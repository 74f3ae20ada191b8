import { ArrowRightOutlined, CopyOutlined, FilterOutlined } from '@ant-design/icons-svg';
import type { WireCell } from '@powerset/contract';
import {
  Button,
  copyText,
  type GridCellAt,
  type GridColumn,
  groupDigits,
  IconButton,
  sayBeside,
  TableSkeleton,
  Tabs,
} from '@powerset/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { errorText } from '../../../../api/index.ts';
import { LoadFailureBox } from '../../../../controls/load-failure/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { editorMessages } from '../../messages.ts';
import { formatCount } from '../../numbers.ts';
import { cellQuery, type ResultSelection } from '../result-calls.ts';
import { SidePanel } from '../SidePanel.tsx';
import type { KeyLink } from '../use-keys.ts';
import styles from './CellInspector.module.css';
import { toHexLines } from './hex-lines.ts';
import { JsonTree } from './JsonTree.tsx';
import { parseJson, printJson } from './json-nodes.ts';
import { LongText } from './LongText.tsx';
import { readMoment } from './moments.ts';

export interface CellInspectorProps {
  readonly cell: GridCellAt;
  readonly column: GridColumn;
  /** Null where the grid's value is all there is. */
  readonly resultKey: string | null;
  readonly selection: ResultSelection;
  /** Where the value leads, as a foreign key. */
  readonly link: KeyLink | null;
  readonly onFilter: (() => void) | null;
  readonly onClose: () => void;
}

type ReadValue = Pick<WireCell, 'kind' | 'type' | 'nativeType' | 'text' | 'length'>;

/** One value as a whole: nested ones as a tree, texts wrapped with search, bytes, times in several forms. */
export function CellInspector(props: CellInspectorProps) {
  const { cell, column, onClose } = props;
  const t = useT();
  const { value, ...loading } = useValue(props);
  const search = useWholeWhenSearched(value, loading);
  return (
    <SidePanel
      label={t('Value')}
      name={column.name}
      facts={`${t('Row {{row}}', { row: formatCount(cell.row + 1) })} · ${column.typeName ?? column.type}`}
      onClose={onClose}
      tools={
        <>
          {props.onFilter ? (
            <IconButton icon={FilterOutlined} size="small" label={t('Filter by this value')} onClick={props.onFilter} />
          ) : null}
          <IconButton
            icon={CopyOutlined}
            size="small"
            label={t('Copy value')}
            isDisabled={value?.text === undefined || value.text === null}
            onClick={() => void copyWhole(t, value, loading)}
          />
        </>
      }
    >
      {props.link ? (
        <Button kind="text" size="small" icon={ArrowRightOutlined} className={styles.link} onClick={props.link.follow}>
          {props.link.label}
        </Button>
      ) : null}
      <Content value={value} digits={column.digits} loading={loading} onSearch={search} />
      {value?.text && value.kind !== 'plain' ? <Length value={value} {...loading} /> : null}
    </SidePanel>
  );
}

interface ContentProps extends Pick<ValueProps, 'digits'> {
  readonly value: ReadValue | undefined;
  readonly loading: Pick<Loading, 'error' | 'retry'>;
  readonly onSearch: () => void;
}

function Content({ value, digits, loading: { error, retry }, onSearch }: ContentProps) {
  if (error) return <LoadFailureBox title={editorMessages.resultsFailed()} error={error} onRetry={retry} />;
  if (value === undefined) return <TableSkeleton rows={4} columns={1} />;
  return <ValueView value={value} digits={digits} onSearch={onSearch} />;
}

/** Characters: what a page draws without pain. */
const mostSearched = 4_000_000;

/** Whoever searches a value means the whole of it: the parts that are missing are loaded, up to what a page bears. */
function useWholeWhenSearched(value: ReadValue | undefined, { hasMore, isLoading, error, loadMore }: Loading) {
  const [isSearched, setIsSearched] = useState(false);
  const wantsMore = isSearched && hasMore && !isLoading && !error && (value?.text?.length ?? 0) < mostSearched;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each part that came asks for the next
  useEffect(() => {
    if (wantsMore) void loadMore().catch(() => undefined);
  }, [wantsMore, value]);
  return () => setIsSearched(true);
}

type Translate = ReturnType<typeof useT>;

interface Loading {
  readonly error: Error | null;
  readonly retry: () => void;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  /** The next part; resolves with all that is there then. */
  readonly loadMore: () => Promise<{ readonly text: string; readonly hasMore: boolean }>;
}

function useValue({ cell, column, resultKey, selection }: CellInspectorProps): Loading & { value?: ReadValue } {
  const query = useInfiniteQuery({ ...cellQuery(resultKey ?? '', selection, cell), enabled: resultKey !== null });
  const pages = query.data?.pages;
  const value = useMemo((): ReadValue | undefined => {
    if (resultKey === null) {
      const text = cell.value === null ? null : String(cell.value);
      const { type, typeName = '' } = column;
      return { kind: 'text', type, nativeType: typeName, text, length: text?.length ?? 0 };
    }
    const [first] = pages ?? [];
    if (!first || !pages) return undefined;
    return { ...first, text: first.text === null ? null : pages.map(({ text }) => text ?? '').join('') };
  }, [resultKey, cell, column, pages]);
  return {
    ...(value ? { value } : {}),
    error: query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoading: query.isFetchingNextPage,
    loadMore: async () => {
      const next = await query.fetchNextPage({ throwOnError: true });
      return { text: (next.data?.pages ?? []).map(({ text }) => text ?? '').join(''), hasMore: next.hasNextPage };
    },
  };
}

/** Characters: what a clipboard and a page take without pain. */
const mostCopied = 20_000_000;

async function copyWhole(t: Translate, value: ReadValue | undefined, loading: Loading): Promise<void> {
  const say = sayBeside();
  try {
    if (!value || value.text === null) return;
    if (value.length > mostCopied) {
      say.warning(t('The value is too long to be copied. Take the rows as a file.'));
      return;
    }
    let { text, hasMore } = { text: value.text, hasMore: loading.hasMore };
    while (hasMore) ({ text, hasMore } = await loading.loadMore());
    if (await copyText(text)) say.success(t('Copied to clipboard!'));
  } catch (error) {
    say.danger(errorText(error));
  }
}

interface ValueProps {
  readonly value: ReadValue;
  /** How the grid writes the column's numbers: a key names a thing, and its digits are in no groups. */
  readonly digits: GridColumn['digits'];
  readonly onSearch: () => void;
}

function ValueView({ value, digits = 'grouped', onSearch }: ValueProps) {
  const t = useT();
  const tree = useMemo(
    () => (value.text === null || value.kind === 'binary' || value.kind === 'plain' ? null : parseJson(value.text)),
    [value],
  );
  const [view, setView] = useState<'tree' | 'text'>('tree');
  if (value.text === null) return <p className={styles.null}>NULL</p>;
  if (value.kind === 'binary') return <Bytes digits={value.text} />;
  if (value.type === 'temporal') return <Moment text={value.text} nativeType={value.nativeType} />;
  if (value.type === 'number') return <Figure text={value.text} isGrouped={digits === 'grouped'} />;
  if (tree === null)
    return (
      <div className={styles.body}>
        {value.text === '' ? (
          <p className={styles.null}>{t('Empty text')}</p>
        ) : (
          <LongText text={value.text} onSearch={onSearch} />
        )}
      </div>
    );
  return (
    <>
      <Tabs
        label={t('How the value is shown')}
        className={styles.views}
        items={[
          { key: 'tree', label: t('Tree') },
          { key: 'text', label: t('Text') },
        ]}
        active={view}
        onChange={setView}
      />
      <div className={styles.body}>
        {view === 'tree' ? <JsonTree key={value.text} node={tree} /> : <LongText text={printJson(tree)} />}
      </div>
    </>
  );
}

/** Lines of sixteen bytes; more of them are shown when they are asked for. */
const shownDigits = 32 * 500;

function Bytes({ digits }: { readonly digits: string }) {
  const t = useT();
  const [shown, setShown] = useState(shownDigits);
  const lines = useMemo(() => toHexLines(digits.slice(0, shown)), [digits, shown]);
  return (
    <div className={styles.body}>
      <pre className={styles.bytes}>
        {lines.map(({ offset, bytes, signs }) => `${offset}  ${bytes.padEnd(47)}  ${signs}`).join('\n')}
      </pre>
      {digits.length > shown ? (
        <Button size="small" onClick={() => setShown(shown * 4)}>
          {t('Show more')}
        </Button>
      ) : null}
    </div>
  );
}

function Moment({ text, nativeType }: { readonly text: string; readonly nativeType: string }) {
  const t = useT();
  const hasZone = /with time zone|timestamptz/i.test(nativeType) && !/without/i.test(nativeType);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const names = {
    utc: hasZone ? t('In UTC') : t('ISO 8601'),
    local: t('In {{zone}}', { zone }),
    seconds: hasZone ? t('Unix seconds') : t('Unix seconds, if it is UTC'),
  };
  const withoutZone = /^date$/i.test(nativeType) ? t('A date has none') : t('None: the time as it is written');
  return (
    <dl className={styles.facts}>
      <dt>{t('Value')}</dt>
      <dd>{text}</dd>
      <dt>{t('Time zone')}</dt>
      <dd>{hasZone ? 'UTC' : withoutZone}</dd>
      {readMoment(text, hasZone, zone).map((reading) => (
        <Fact key={reading.key} name={names[reading.key]} text={reading.text} />
      ))}
    </dl>
  );
}

function Figure({ text, isGrouped }: { readonly text: string; readonly isGrouped: boolean }) {
  const t = useT();
  const grouped = isGrouped ? groupDigits(text) : text;
  return (
    <dl className={styles.facts}>
      <dt>{t('Value')}</dt>
      <dd>{text}</dd>
      {grouped === text ? null : <Fact name={t('Grouped')} text={grouped} />}
    </dl>
  );
}

function Fact({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  );
}

function Length({ value, hasMore, isLoading, loadMore }: Loading & { readonly value: ReadValue }) {
  const t = useT();
  const isBinary = value.kind === 'binary';
  const length = formatCount(isBinary ? value.length / 2 : value.length);
  const whole = isBinary ? t('{{count}} bytes', { count: length }) : t('{{count}} characters', { count: length });
  const shown = (value.text?.length ?? 0) / (isBinary ? 2 : 1);
  return (
    <footer className={styles.foot}>
      <span>{whole}</span>
      {hasMore ? (
        <>
          <span>{t('the first {{count}} are shown', { count: formatCount(shown) })}</span>
          <Button size="small" isBusy={isLoading} onClick={() => void loadMore().catch(() => undefined)}>
            {t('Load more')}
          </Button>
        </>
      ) : null}
    </footer>
  );
}
