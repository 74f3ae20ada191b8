import type { Answers } from './answers/index.ts';
import { getEditableCharts } from './features/charts/index.ts';
import { getEditableDashboards } from './features/dashboards/index.ts';
import { getEditableDataset } from './features/datasets/index.ts';
import { askedOn, loadMainTimes, toRequest } from './features/pictures/index.ts';
import { registerVersionFigures } from './features/version-figures/index.ts';
import type { Router } from './http/index.ts';
import type { Services } from './services.ts';

/** What versions come to as numbers, with what the rooms know whose versions they are. */
export function registerFigureRooms(router: Router, services: Services, answers: Answers): void {
  registerVersionFigures(router, {
    ...{ services, answers, askedOn },
    loadMainTimes: (charts) => loadMainTimes(services, charts),
    assertMayChange: {
      chart: (user, id) => getEditableCharts(services.store, user, [id]),
      dashboard: (user, id) => getEditableDashboards(services, user, [id]),
      dataset: (user, id) => getEditableDataset(services, user, id),
    },
    toRequest: (asked) => toRequest(services, asked),
  });
}
