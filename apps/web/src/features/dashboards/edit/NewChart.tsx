import { PlusOutlined } from '@ant-design/icons-svg';
import { Button, sayBeside } from '@powerset/ui';
import { useState } from 'react';
import { errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useSession } from '../../../shell/index.ts';
import { createNode, newChartNode } from '../layout/index.ts';
import { layoutOf, makeNodeId, nextDraftId, topNodeOf, useOpenDashboard } from '../state/index.ts';
import { useEditStore } from './edit-context.tsx';
import { DatasetSelect, draftCharts, loadDataset, proposeDashboard } from './first/index.ts';

/** A chart that is made on the canvas: its dataset is chosen here, the rest beside the canvas. */
export function NewChart() {
  const t = useT();
  const { can } = useSession();
  const [isChoosing, setIsChoosing] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const make = useMakeChart();
  if (!can('can_write', 'Chart')) return null;
  if (!isChoosing)
    return (
      <Button icon={PlusOutlined} isBusy={isBusy} onClick={() => setIsChoosing(true)}>
        {t('New chart')}
      </Button>
    );
  const choose = async (id: number | undefined) => {
    if (id === undefined) return;
    const say = sayBeside();
    setIsChoosing(false);
    setIsBusy(true);
    await make(id).catch((error: unknown) => say.danger(errorText(error)));
    setIsBusy(false);
  };
  return <DatasetSelect label={t('Dataset of the new chart')} value={undefined} onChange={(id) => void choose(id)} />;
}

/** Begins a draft with the course over time or the largest groups, as a first dashboard does, and opens its settings. */
function useMakeChart(): (datasetId: number) => Promise<void> {
  const t = useT();
  const edit = useEditStore();
  const { store } = useOpenDashboard();
  return async (datasetId) => {
    const dataset = await loadDataset(datasetId);
    const { charts } = proposeDashboard(dataset, { distinct: {}, days: null }, t);
    const proposed = charts.find(({ row }) => row === 1) ?? charts.at(-1);
    if (!proposed) return;
    const state = store.getState();
    const [made] = draftCharts(dataset, [proposed], nextDraftId(state.charts));
    if (!made) return;
    const { chart } = made;
    const { contentId } = topNodeOf(state);
    const about = { id: chart.id, name: chart.slice_name, uuid: chart.uuid, vizType: proposed.vizType };
    const node = newChartNode(about, makeNodeId);
    const layout = layoutOf(state);
    const place = { parentId: contentId, index: layout[contentId]?.children.length ?? 0 };
    const outcome = createNode(layout, { node, place, makeId: makeNodeId });
    if (!outcome.isDone) return;
    state.setLayout(outcome.layout, 'CREATE_COMPONENT');
    state.addDataset(dataset);
    state.addChart(chart);
    edit.setState({ picked: [node.id], edited: { nodeId: node.id, chartId: chart.id, isNew: true } });
  };
}
