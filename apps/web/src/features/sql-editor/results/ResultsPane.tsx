import {
  BarChartOutlined,
  ClearOutlined,
  CloseOutlined,
  CopyOutlined,
  DownloadOutlined,
  EllipsisOutlined,
  PushpinFilled,
  PushpinOutlined,
  TableOutlined,
} from '@ant-design/icons-svg';
import type { WindowFilter, WireQueryRun } from '@powerset/contract';
import {
  Button,
  copyText,
  Icon,
  IconButton,
  MenuButton,
  SearchInput,
  Segmented,
  sayBeside,
  type TabItem,
  Tabs,
  useMedia,
} from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { api, errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useSession } from '../../../shell/index.ts';
import { useEditor, useEditorSession, useRun } from '../context.tsx';
import type { Problem } from '../editor/problems.ts';
import { type RunEntry, runsOfTab } from '../runs/run-store.ts';
import type { EditorTab, TablePanel } from '../tabs/tab.ts';
import { type ResultChartState, useResultChart } from './chart/use-result-chart.ts';
import { loadFilteredSql, replaceStatement } from './columns/filters-in-sql.ts';
import { QueryHistory } from './QueryHistory.tsx';
import { ResultStrip } from './ResultStrip.tsx';
import styles from './ResultsPane.module.css';
import { RunView } from './RunView.tsx';
import { exportUrl, firstWindowQuery, loadWindow, type ResultSelection } from './result-calls.ts';
import type { ResultView } from './result-views.ts';
import { StatusLine } from './StatusLine.tsx';
import { isCutSql, useMakers } from './use-makers.tsx';
import { type ResultViews, useResultViews } from './use-result-views.ts';

export interface ResultsPaneProps {
  readonly tab: EditorTab;
  readonly onRun: () => void;
  readonly problem: Problem | null;
  readonly onGoTo: (problem: Problem) => void;
}

const searchDelayMs = 250;

/** Results, history and table previews of a tab. */
export function ResultsPane({ tab, onRun, problem, onGoTo }: ResultsPaneProps) {
  const t = useT();
  const session = useEditorSession();
  const runsState = useStore(session.runs);
  const allPanels = useEditor((state) => state.panels);
  const panels = useMemo(() => allPanels.filter((panel) => panel.queryEditorId === tab.id), [allPanels, tab.id]);
  const history = useMemo(() => runsOfTab(runsState, tab.id), [runsState, tab.id]);
  const { south, setSouth } = useSouthTab(tab, panels);
  const chooseSouth = (key: string) => {
    setSouth(key);
    void session.openPanel(tab.id, panels.find((candidate) => placeOf(candidate) === key)?.id ?? null);
  };
  const latest = useRun(tab.latestQueryId);
  const panel = panels.find((candidate) => placeOf(candidate) === south);
  const previewed = useRun(panel?.dataPreviewQueryId);
  const results = useResultViews(tab, latest);
  const entry = panel ? previewed : results.active?.entry;
  const own = panel ? undefined : results.active;
  const { selection, setSelection } = useSelection(entry?.query.resultsKey ?? null);
  const chart = useResultChart(tab.id, entry);
  const matchedRows = useMatchedRows(entry?.query.resultsKey ?? null, selection);
  const writeFilters = useWritingFilters(tab);
  const items: readonly TabItem<string>[] = [
    { key: 'results', label: t('Results') },
    { key: 'history', label: t('Query history'), count: history.length },
    ...panels.map((candidate) => ({ key: placeOf(candidate), label: <PanelLabel panel={candidate} /> })),
  ];
  return (
    <section className={styles.results} aria-label={t('Results')}>
      <div className={styles.head}>
        <Tabs label={t('Results')} items={items} active={south} onChange={chooseSouth} className={styles.tabs} />
        {south !== 'history' && entry?.query.resultsKey && !entry.isCleared ? (
          <ResultActions
            tab={tab}
            entry={entry}
            selection={selection}
            onSelection={setSelection}
            view={own}
            results={results}
            chart={chart}
          />
        ) : null}
      </div>
      {south === 'results' ? <ResultStrip results={results} latest={latest} /> : null}
      <div className={styles.body}>
        {south === 'history' ? (
          <QueryHistory
            entries={history}
            onShow={({ query }) => {
              session.change(tab.id, { latestQueryId: query.id });
              session.showResults(query.id);
              setSouth('results');
            }}
            onEdit={({ query }) => session.change(tab.id, { sql: query.sql })}
            onRerun={({ query }) => {
              setSouth('results');
              void session.run(tab.id, { sql: query.sql });
            }}
            onRemove={({ query }) => void session.removeQuery(tab.id, query.id)}
          />
        ) : (
          <RunView
            key={entry?.query.id ?? 'none'}
            isLoading={panel?.isMetadataLoading === true}
            entry={entry}
            selection={selection}
            onSelection={setSelection}
            onRun={() => (own?.isPinned ? void session.run(tab.id, { sql: own.entry.query.sql }) : onRun())}
            onWrite={entry && !(own && isCutSql(own)) ? (filters) => writeFilters(entry.query, filters) : null}
            problem={own && own.entry.problem === latest?.problem ? problem : null}
            onGoTo={onGoTo}
            chart={chart}
          />
        )}
      </div>
      <StatusLine entry={south === 'history' ? latest : entry} matchedRows={matchedRows} />
    </section>
  );
}

/** A panel's name among the lower tabs: its id changes once the server keeps it. */
function placeOf({ schema, name }: TablePanel): string {
  return `panel ${schema ?? ''}.${name}`;
}

/** Which of the lower tabs is shown; a new run or preview comes to the front. */
function useSouthTab(tab: EditorTab, panels: readonly TablePanel[]) {
  const [south, setSouth] = useState('results');
  const newest = panels.at(-1);
  const preview = newest?.dataPreviewQueryId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new run or another tab brings the results to the front
  useEffect(() => setSouth('results'), [tab.id, tab.latestQueryId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new preview comes to the front
  useEffect(() => {
    if (newest && preview) setSouth(placeOf(newest));
  }, [preview]);
  const isThere = south === 'results' || south === 'history' || panels.some((panel) => placeOf(panel) === south);
  return { south: isThere ? south : 'results', setSouth };
}

/** Puts filters of a result into its statement in the tab's text; where that is not there any more, into a tab of its own. */
function useWritingFilters(tab: EditorTab) {
  const t = useT();
  const session = useEditorSession();
  return async (query: WireQueryRun, filters: readonly WindowFilter[]) => {
    const say = sayBeside();
    try {
      const next = await loadFilteredSql(api, query, { filters: [...filters] });
      const { dbId, catalog, schema } = query;
      const text = replaceStatement(tab.sql, query.sql, next);
      if (text === null) session.addTab({ sql: next, dbId, catalog, schema });
      else session.change(tab.id, { sql: text });
      say.success(text === null ? t('The filtered statement is in a new tab.') : t('The filter is in the SQL.'));
    } catch (error) {
      say.danger(errorText(error));
    }
  };
}

/** Sort, search and filters belong to one result. */
function useSelection(resultsKey: string | null) {
  const [state, setState] = useState<{ readonly key: string | null; readonly selection: ResultSelection }>({
    key: resultsKey,
    selection: {},
  });
  const selection = state.key === resultsKey ? state.selection : none;
  return { selection, setSelection: (next: ResultSelection) => setState({ key: resultsKey, selection: next }) };
}

const none: ResultSelection = {};

/** How many rows fit, while something is searched or filtered; the grid has asked for the same window. */
function useMatchedRows(resultsKey: string | null, selection: ResultSelection): number | null {
  const isNarrowed = Boolean(selection.search) || (selection.filters?.length ?? 0) > 0;
  const first = useQuery({
    ...firstWindowQuery(resultsKey ?? '', selection),
    enabled: resultsKey !== null && isNarrowed,
  });
  return isNarrowed ? (first.data?.answer.matchedRows ?? null) : null;
}

function PanelLabel({ panel }: { readonly panel: TablePanel }) {
  const t = useT();
  const session = useEditorSession();
  return (
    <span className={styles.panelLabel}>
      {panel.name}
      {/* biome-ignore lint/a11y/useSemanticElements: a button cannot stand inside the tab's button */}
      <span
        role="button"
        tabIndex={-1}
        aria-label={t('Close {{name}}', { name: panel.name })}
        className={styles.closePanel}
        onClick={(event) => {
          event.stopPropagation();
          void session.closePanel(panel.id);
        }}
        onKeyDown={(event) => event.key === 'Enter' && void session.closePanel(panel.id)}
      >
        <Icon of={CloseOutlined} size={10} />
      </span>
    </span>
  );
}

interface ResultActionsProps {
  readonly tab: EditorTab;
  readonly entry: RunEntry;
  readonly selection: ResultSelection;
  readonly onSelection: (selection: ResultSelection) => void;
  /** Undefined for the preview of a table. */
  readonly view: ResultView | undefined;
  readonly results: ResultViews;
  readonly chart: ResultChartState;
}

function ResultActions(props: ResultActionsProps) {
  const t = useT();
  const isNarrow = useMedia('(max-width: 767px)');
  const { tab, entry, selection, onSelection, view, chart } = props;
  const makers = useMakers({ tab, chart, selection, view: view && !isCutSql(view) ? view : null });
  const { tools, files } = useTools(props);
  const label = t('Actions of the result');
  return (
    <div className={styles.actions}>
      {entry.query.rows ? <Views chart={chart} /> : null}
      <SearchField selection={selection} onSelection={onSelection} />
      {isNarrow ? (
        <MenuButton
          label={label}
          items={[...makers.items, ...tools, ...files.map((file) => ({ ...file, icon: DownloadOutlined }))]}
          placement="bottom-end"
          trigger={<IconButton icon={EllipsisOutlined} label={label} hasTooltip={false} />}
        />
      ) : (
        <>
          {makers.items.map(({ key, label: name, icon, onSelect }) => (
            <Button key={key} size="small" kind={key === 'chart' ? 'default' : 'text'} icon={icon} onClick={onSelect}>
              {name}
            </Button>
          ))}
          {tools.map(({ key, label: name, icon, onSelect }) => (
            <IconButton key={key} icon={icon} size="small" label={name} onClick={onSelect} />
          ))}
          {files.length > 0 ? (
            <MenuButton
              label={t('Download')}
              items={files}
              placement="bottom-end"
              trigger={<IconButton icon={DownloadOutlined} size="small" label={t('Download')} hasTooltip={false} />}
            />
          ) : null}
        </>
      )}
      {makers.dialog}
    </div>
  );
}

/** What can be done with a result, and the files that it can become. */
function useTools({ tab, entry: { query }, selection, view, results }: ResultActionsProps) {
  const t = useT();
  const { can } = useSession();
  const session = useEditorSession();
  const key = query.resultsKey ?? '';
  const pin = view && {
    key: 'pin',
    icon: view.isPinned ? PushpinFilled : PushpinOutlined,
    label: view.isPinned ? t('Unpin result') : t('Pin result'),
    onSelect: () => (view.isPinned ? results.unpin(view) : results.pin(view)),
  };
  const clear = () => (view && view.id !== tab.latestQueryId ? results.close(view) : session.clearResults(query.id));
  const tools = [
    ...(pin ? [pin] : []),
    { key: 'clear', icon: ClearOutlined, label: t('Clear results'), onSelect: () => void clear() },
    {
      key: 'copy',
      icon: CopyOutlined,
      label: t('Copy to Clipboard'),
      onSelect: () => void copyRows(t, key, selection),
    },
  ];
  const files = (['csv', 'xlsx', 'parquet', 'arrow', 'json'] as const).map((format) => ({
    key: format,
    label: { csv: 'CSV', xlsx: 'Excel (XLSX)', parquet: 'Parquet', arrow: 'Arrow', json: 'JSON' }[format],
    onSelect: () => download(exportUrl(key, format, selection)),
  }));
  return { tools, files: can('can_csv', 'Superset') && can('can_export_csv', 'SQLLab') ? files : [] };
}

/** The result's rows, or a chart of them. */
function Views({ chart: { isShown, show } }: Pick<ResultActionsProps, 'chart'>) {
  const t = useT();
  return (
    <Segmented
      label={t('View of the result')}
      active={isShown ? 'chart' : 'rows'}
      onChange={(key) => show(key === 'chart')}
      items={[
        { key: 'rows', label: t('Rows'), icon: TableOutlined },
        { key: 'chart', label: t('Chart'), icon: BarChartOutlined },
      ]}
    />
  );
}

function SearchField({ selection, onSelection }: Pick<ResultActionsProps, 'selection' | 'onSelection'>) {
  const t = useT();
  const [text, setText] = useState(selection.search ?? '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing alone starts the search
  useEffect(() => {
    if (text === (selection.search ?? '')) return;
    const timer = setTimeout(() => onSelection({ ...selection, search: text }), searchDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchInput size="small" className={styles.search} label={t('Search rows')} value={text} onChange={setText} />
  );
}

function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

const copiedRows = 10_000;

async function copyRows(t: ReturnType<typeof useT>, key: string, selection: ResultSelection): Promise<void> {
  const say = sayBeside();
  try {
    const { answer } = await loadWindow(key, { ...selection, offset: 0, limit: copiedRows });
    const { columns, rowCount } = answer.table;
    const rows = Array.from({ length: rowCount }, (_, row) =>
      columns.map((column) => toCell(column.values[row] ?? null)).join('\t'),
    );
    const text = [columns.map((column) => toCell(column.name)).join('\t'), ...rows].join('\n');
    if (await copyText(text)) say.success(t('Copied to clipboard!'));
    else say.danger(t('Sorry, your browser does not support copying.'));
  } catch (error) {
    say.danger(errorText(error));
  }
}

function toCell(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value);
  return /[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
