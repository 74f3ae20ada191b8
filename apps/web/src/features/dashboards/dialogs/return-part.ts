import { sayBeside } from '@powerset/ui';
import { t } from '../../../i18n/index.ts';
import { bringBack, refusals } from '../layout/index.ts';
import { layoutOf, makeNodeId, type PartDeletion, topNodeOf, toReturn, type useOpenDashboard } from '../state/index.ts';

type Store = ReturnType<typeof useOpenDashboard>['store'];

/** Puts a part back that was deleted, and opens the tabs in which it lies; answers whether there was room. */
export function returnPart(store: Store, deletion: PartDeletion): boolean {
  const state = store.getState();
  const { part, charts, datasets } = toReturn(deletion, state);
  const { contentId: containerId } = topNodeOf(state);
  const outcome = bringBack(layoutOf(state), { part, containerId, makeId: makeNodeId });
  if (!outcome.isDone) {
    sayBeside().warning(t(refusals[outcome.refusal]));
    return false;
  }
  for (const dataset of datasets) state.addDataset(dataset);
  for (const chart of charts) state.addChart(chart);
  state.setLayout(outcome.layout, 'CREATE_COMPONENT');
  for (const id of [...(outcome.layout[deletion.id]?.parents ?? []), deletion.id])
    if (outcome.layout[id]?.type === 'TAB') state.openTab(id);
  return true;
}
