import { chartDataEndpoints, datasetEndpoints, pictureEndpoints } from '@powerset/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jobRoutes } from './features/chart-data/index.ts';
import { ownedRoutes } from './features/sql-editor/index.ts';
import type { ProcessWatch } from './process-watch.ts';
import { installForwarding, type OwnedThing } from './processes/index.ts';
import { findRun, findRunByResultsKey } from './query-runs/index.ts';
import type { Services } from './services.ts';

/** Pictures are drawn in a worker where there is one; answers are read ahead there where all processes share them. */
function workRoutes(shared: Services['shared']) {
  const { chartThumbnail, dashboardThumbnail } = pictureEndpoints;
  const ahead = [chartDataEndpoints.warmUp, datasetEndpoints.warmUp];
  const toWork = ({ url }: FastifyRequest): OwnedThing => ({ kind: 'work', name: url });
  return [chartThumbnail, dashboardThumbnail, ...(shared ? ahead : [])].map(
    ({ method, path }) => [`${method} ${path}`, toWork] as const,
  );
}

/**
 * A run is where it is at work, and so is its result, unless its rows are here, or that process is gone and they can be fetched; the answer
 * of a chart's job is where it was read.
 */
export function forwardOwned(server: FastifyInstance, services: Services, watch: ProcessWatch): void {
  const { processes, store, traces, engines, config } = services;
  const isFetched = async (key: string | null, owner: string) => {
    if (config.resultsStorage === null || key === null) return false;
    if (await engines.results.isHere(key)) return true;
    // Nobody waits for a copy of all its rows while its owner can be asked.
    return (await processes.addressOf(owner)) === null && engines.results.isAtHand(key);
  };
  installForwarding(server, {
    ...{ processes, headers: traces.headers },
    routes: new Map([...ownedRoutes, ...jobRoutes, ...(processes.takesJobs ? [] : workRoutes(services.shared))]),
    ownerOf: async ({ kind, name }) => {
      if (kind === 'work') return processes.workerFor(name);
      if (kind === 'job') return (await watch.jobs?.ownerOf(name)) ?? null;
      const run = await (kind === 'run' ? findRun(store, name) : findRunByResultsKey(store, name));
      if (!run || run.process === null || run.process === processes.id) return null;
      return (await isFetched(kind === 'run' ? run.results_key : name, run.process)) ? null : run.process;
    },
  });
}
