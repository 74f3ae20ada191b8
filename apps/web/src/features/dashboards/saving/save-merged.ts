import { type DashboardPut, dashboardEndpoints, type WireDashboardDetail } from '@powerset/contract';
import { sayBeside } from '@powerset/ui';
import { ApiError, api } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { makeNodeId, type useOpenDashboard } from '../state/index.ts';
import type { DashboardVersion } from './aspects.ts';
import { type ClashAnswer, DashboardClash } from './dashboard-clash.ts';
import { mergeVersions } from './merge-versions.ts';
import { loadVersion, toSavedVersion } from './versions.ts';

/** The server refuses a version that is older than what it holds. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

/** Others may save again and again; then it is for the person to try once more. */
const attempts = 3;

/**
 * Saves what was made here over what somebody else saved meanwhile, with all of theirs that it does not touch. Where both
 * changed the same and nothing was chosen, it is a `DashboardClash`.
 */
export async function saveMerged(
  store: ReturnType<typeof useOpenDashboard>['store'],
  mine: DashboardVersion,
  answer?: ClashAnswer,
): Promise<void> {
  const state = store.getState();
  const { id } = state.dashboard;
  for (let attempt = 1; ; attempt += 1) {
    const theirs = await loadVersion(id);
    const choices = answer?.seen === theirs.last_modified_time ? answer.choices : {};
    const merge = mergeVersions({ base: toSavedVersion(state), theirs, mine }, { t, makeId: makeNodeId });
    if (merge.clashes.some((clash) => !choices[clash.id])) throw new DashboardClash(merge, theirs);
    try {
      await putDashboard(id, { ...merge.toBody(choices), last_modified_time: theirs.last_modified_time });
      sayKept(theirs, merge.kept);
      return;
    } catch (error) {
      if (!isConflict(error) || attempt === attempts) throw error;
    }
  }
}

export function putDashboard(id: number, body: DashboardPut): Promise<{ last_modified_time: number }> {
  return api.callEndpoint(dashboardEndpoints.update, { params: { id }, body });
}

function sayKept({ changed_by_name: who }: WireDashboardDetail, kept: readonly string[]): void {
  if (kept.length === 0) return;
  const durationMs = 10_000;
  sayBeside().success(
    t('Saved together with what {{who}} changed meanwhile: {{parts}}', { who, parts: kept.join(', ') }),
    {
      durationMs,
    },
  );
}
