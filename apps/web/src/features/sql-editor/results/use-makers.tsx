import { LineChartOutlined, SaveOutlined } from '@ant-design/icons-svg';
import { formOfResultChart } from '@powerset/chart-kit';
import type { WireQueryRun } from '@powerset/contract';
import { type MenuAction, sayBeside } from '@powerset/ui';
import { type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, errorText } from '../../../api/index.ts';
import { type Carried, createQueryAddress, type QuerySource, SaveDatasetModal } from '../../../datasets/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useSession } from '../../../shell/index.ts';
import { editorMessages } from '../messages.ts';
import type { EditorTab } from '../tabs/tab.ts';
import { type ChartColumn, firstChart } from './chart/first-chart.ts';
import type { ResultChartState } from './chart/use-result-chart.ts';
import { filtersOf, filterText } from './columns/column-filters.ts';
import { loadFilteredSql } from './columns/filters-in-sql.ts';
import type { ResultSelection } from './result-calls.ts';
import type { ResultView } from './result-views.ts';

interface MakersProps {
  readonly tab: EditorTab;
  readonly chart: ResultChartState;
  /** Null where nothing can be made of it. */
  readonly view: ResultView | null;
  readonly selection: ResultSelection;
}

/** What can be made of a result's query: a chart, the one that is shown or else at once, or a dataset. */
export function useMakers(props: MakersProps): { readonly items: readonly MenuAction[]; readonly dialog: ReactNode } {
  const { tab, view, chart, selection } = props;
  const t = useT();
  const { can } = useSession();
  const navigate = useNavigate();
  const [intent, setIntent] = useState<'dataset' | 'chart' | null>(null);
  if (!view) return { items: [], dialog: null };
  const { query } = view.entry;
  const canExplore = can('can_explore', 'Superset');
  const canSave = canExplore && can('can_write', 'Dataset');
  const carried = carriedOf(query, { selection, columns: chart.columns }, t);
  // What the grid leaves out cannot be asked of the run itself.
  const isFromRun = isWholeRun(view) && !(carried && canSave);
  const form =
    chart.isShown && chart.built
      ? formOfResultChart(chart.built, chart.columns)
      : firstChart(chart.columns, query.rows);
  const createChart = async () => {
    if (!isFromRun) return setIntent('chart');
    const say = sayBeside();
    try {
      await navigate(await createQueryAddress(api, query.queryId, form));
    } catch (error) {
      say.danger(errorText(error));
    }
  };
  const makeChart = { key: 'chart', label: t('Create chart'), icon: LineChartOutlined };
  const makeDataset = { key: 'dataset', label: t('Save dataset'), icon: SaveOutlined };
  return {
    items: [
      ...(canExplore && (canSave || isFromRun) ? [{ ...makeChart, onSelect: () => void createChart() }] : []),
      ...(canSave ? [{ ...makeDataset, onSelect: () => setIntent('dataset') }] : []),
    ],
    dialog: intent ? (
      <Suspense fallback={null}>
        <SaveDatasetModal
          source={toSource(query, tab)}
          carried={carried}
          form={form}
          opensWindow={intent === 'dataset'}
          onFailed={() => sayBeside().danger(editorMessages.datasourceFailed())}
          onClose={() => setIntent(null)}
        />
      </Suspense>
    ) : null,
  };
}

interface Shown {
  readonly selection: ResultSelection;
  readonly columns: readonly ChartColumn[];
}

/** What the grid shows of the rows, in words; null where it shows all of them. */
function carriedOf(query: WireQueryRun, { selection, columns }: Shown, t: ReturnType<typeof useT>): Carried | null {
  const { filters = [], search = '' } = selection;
  const names = [...new Set(filters.map(({ column }) => column))];
  const words = names.map((name) => {
    const type = columns.find((column) => column.name === name)?.type ?? 'string';
    return `${name} ${filterText(filtersOf(selection, name), type, 'NULL')}`;
  });
  const parts = [
    ...(names.length > 0 ? [{ key: 'filters', text: t('Filters: {{filters}}', { filters: words.join('; ') }) }] : []),
    ...(search === '' ? [] : [{ key: 'search', text: t('Search: {{text}}', { text: search }) }]),
  ];
  if (parts.length === 0) return null;
  return {
    parts,
    toSql: (keys) =>
      loadFilteredSql(api, query, {
        ...(keys.includes('filters') ? { filters: [...filters] } : {}),
        ...(keys.includes('search') ? { search } : {}),
      }),
  };
}

/** Characters of a statement's text that a run tells. */
const toldText = 2000;

/** Whether a statement's text is not there as a whole, so that nothing can be made of it. */
export function isCutSql({ index, entry }: ResultView): boolean {
  return index !== null && entry.query.sql.length >= toldText;
}

function toSource(query: WireQueryRun, tab: EditorTab): QuerySource {
  return {
    name: query.tab,
    sql: query.sql,
    databaseId: query.dbId,
    catalog: query.catalog,
    schema: query.schema,
    templateParams: tab.templateParams,
  };
}

/** Whether the chart builder can open on the run itself: it is no part of a script, and no template has to be filled. */
function isWholeRun({ index, entry }: ResultView): boolean {
  return index === null && !/\{\{|\{%/.test(entry.query.sql);
}
