import { logEvent } from '../../../shell/index.ts';
import type { FilterEntry } from '../filters/index.ts';
import type { useOpenDashboard } from '../state/index.ts';
import type { ClashAnswer } from './dashboard-clash.ts';
import { saveMetadata } from './save-part.ts';

type Store = ReturnType<typeof useOpenDashboard>['store'];

/** Saves the filters at once and answers null, or puts everything back and answers what went wrong. */
export async function saveFilters(
  store: Store,
  entries: readonly FilterEntry[],
  answer?: ClashAnswer,
): Promise<unknown> {
  const before = store.getState();
  const step = (name: string) =>
    logEvent({
      event_name: `set_native_filters_config_${name}`,
      source: 'dashboard',
      source_id: before.dashboard.id,
    });
  step('begin');
  try {
    before.setFilters(entries);
    store.setState({ hasOtherChanges: before.hasOtherChanges });
    // As the state holds them now: with the charts and tabs that each reaches.
    const scoped = store.getState().filters.map((entry) => ({ ...entry }));
    await saveMetadata(store, { native_filter_configuration: scoped }, answer);
    step('complete');
    return null;
  } catch (error) {
    store.setState({ filters: before.filters, bar: before.bar });
    step('fail');
    return error;
  }
}
