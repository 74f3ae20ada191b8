import { LineChartOutlined, SaveOutlined } from '@ant-design/icons';
import { formOfResultChart } from '@powerset/chart-kit';
import type { WireQueryRun } from '@powerset/contract';
import { Button, sayBeside } from '@powerset/ui';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, errorText } from '../../../api/index.ts';
import { createQueryAddress, type QuerySource, SaveDatasetModal } from '../../../datasets/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useSession } from '../../../shell/index.ts';
import { editorMessages } from '../messages.ts';
import parts from '../parts.module.css';
import type { EditorTab } from '../tabs/tab.ts';
import { firstChart } from './chart/first-chart.ts';
import type { ResultChartState } from './chart/use-result-chart.ts';
import type { ResultView } from './result-views.ts';

interface MakersProps {
  readonly tab: EditorTab;
  readonly chart: ResultChartState;
  readonly view: ResultView;
}

/** What can be made of a result's query: a chart, the one that is shown or else at once, or a dataset. */
export function Makers({ tab, view, chart }: MakersProps) {
  const t = useT();
  const { can } = useSession();
  const [intent, setIntent] = useState<'dataset' | 'chart' | null>(null);
  const { query } = view.entry;
  const canExplore = can('can_explore', 'Superset');
  const canSave = canExplore && can('can_write', 'Dataset');
  const isChartable = canExplore && (canSave || isWholeRun(view));
  const navigate = useNavigate();
  const form = chart.isShown && chart.chart ? formOfResultChart(chart.chart, chart.columns) : firstChart(query);
  const createChart = async () => {
    if (!isWholeRun(view)) return setIntent('chart');
    const say = sayBeside();
    try {
      await navigate(await createQueryAddress(api, query.queryId, form));
    } catch (error) {
      say.danger(errorText(error));
    }
  };
  return (
    <>
      {isChartable ? (
        <Button
          size="small"
          icon={LineChartOutlined}
          className={parts.onWideScreens}
          onClick={() => void createChart()}
        >
          {t('Create chart')}
        </Button>
      ) : null}
      {canSave ? (
        <Button
          size="small"
          kind="text"
          icon={SaveOutlined}
          className={parts.onWideScreens}
          onClick={() => setIntent('dataset')}
        >
          {t('Save dataset')}
        </Button>
      ) : null}
      {intent ? (
        <Suspense fallback={null}>
          <SaveDatasetModal
            source={toSource(query, tab)}
            form={form}
            opensWindow={intent === 'dataset'}
            onFailed={() => sayBeside().danger(editorMessages.datasourceFailed())}
            onClose={() => setIntent(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
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
    schema: query.schema,
    templateParams: tab.templateParams,
  };
}

/** Whether the chart builder can open on the run itself: it is no part of a script, and no template has to be filled. */
function isWholeRun({ index, entry }: ResultView): boolean {
  return index === null && !/\{\{|\{%/.test(entry.query.sql);
}
