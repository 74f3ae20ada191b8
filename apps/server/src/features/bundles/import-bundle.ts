import { maxTagsOfObject, type WireImportAnswer } from '@powerset/contract';
import { can } from '../../access/index.ts';
import type { ConnectionCodec, ImportRequest, ImportServices, Planning } from './plan.ts';
import { planCharts } from './plan-charts.ts';
import { planDashboards } from './plan-dashboards.ts';
import { planDatabases } from './plan-databases.ts';
import { planDatasets } from './plan-datasets.ts';
import { planQueries } from './plan-queries.ts';
import { planThemes } from './plan-themes.ts';
import { createProblems } from './problems.ts';
import { readBundle } from './read-bundle.ts';
import { tryConnections } from './try-connections.ts';
import { type Plan, writePlan } from './write.ts';

export interface Import extends ImportRequest {
  readonly archive: Uint8Array;
}

interface ImportParts {
  readonly services: ImportServices;
  readonly connections: ConnectionCodec;
}

/** Reads, checks and authorises the whole archive, then writes all of it or, when anything is wrong, none of it. */
export async function importBundle({ services, connections }: ImportParts, request: Import): Promise<WireImportAnswer> {
  const problems = createProblems(request.kind);
  const bundle = await readBundle(services, request, problems);
  const tagged = [...bundle.charts, ...bundle.dashboards].filter(({ value }) => (value.tags ?? []).length > 0);
  for (const { file, value } of tagged)
    if ((value.tags ?? []).length > maxTagsOfObject)
      problems.add(file, { tags: [`An object carries at most ${maxTagsOfObject} tags.`] });
  const plan = await makePlan({ services, request, bundle, problems, connections });
  problems.throwIfAny();
  const writer = {
    userId: request.user.id,
    time: services.now().toISOString(),
    mayTag: can(request.user, 'can_write', 'Tag'),
  };
  const changed = await services.store
    .transaction()
    .execute((transaction) => writePlan({ ...writer, store: transaction }, plan));
  services.accounts.forget();
  for (const id of changed) {
    const before = plan.databases.rows.get(id);
    const after = plan.databases.writes.find((write) => write.id === id)?.value;
    const isSame = before?.sqlalchemy_uri === after?.sqlalchemy_uri && before?.secret === after?.secret;
    if (!isSame && after?.secret !== undefined) await services.engines.forget(id);
  }
  if (!writer.mayTag)
    for (const { file } of tagged) problems.warn(`${file}: \`tags\` may not be given, and was left out`);
  const unopened = await tryConnections(services, request.user, plan.databases);
  for (const { file, problem } of unopened)
    problems.warn(`${file}: The database was imported, but does not open (${problem}).`);
  const { warnings } = problems;
  return { message: 'OK', ...(warnings.length > 0 ? { warnings } : {}) };
}

async function makePlan(planning: Planning): Promise<Plan> {
  const databases = await planDatabases(planning);
  const datasets = await planDatasets(planning, databases);
  const charts = await planCharts(planning, datasets);
  const dashboards = await planDashboards(planning);
  const queries = await planQueries(planning, databases);
  const themes = await planThemes(planning);
  return { databases, datasets, charts, dashboards, queries, themes };
}
