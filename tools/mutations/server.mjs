const rooms = 'apps/server/src/features';

export const server = [
  {
    row: 'API-071',
    what: 'charts come in the order in which they were made',
    file: `${rooms}/charts/store.ts`,
    find: "column: 'charts.changed_on', isDescending",
    put: "column: 'charts.id', isDescending",
  },
  {
    row: 'API-079',
    what: 'values of a field are not narrowed by what is typed',
    file: `${rooms}/datasets/lists.ts`,
    find: "escapeLike(query.filter ?? '')",
    put: "escapeLike('')",
  },
  {
    row: 'RPT-002',
    what: 'a report that was made in the list takes the place of the one beside a chart',
    file: `${rooms}/reports/service.ts`,
    find: "    .where('creation_method', '=', content.creation_method)\n",
    put: '',
  },
  {
    row: 'API-005',
    what: 'everybody sees the runs of all',
    file: `${rooms}/query-runs/store.ts`,
    find: "return can(user, 'all_query_access', 'all_query_access');",
    put: 'return user.id > 0;',
  },
  {
    row: 'API-087',
    what: 'events are kept without their dashboard',
    file: `${rooms}/logs/routes.ts`,
    find: 'dashboardId: query.dashboard_id ?? null',
    put: 'dashboardId: null',
  },
  {
    row: 'API-041',
    what: 'everybody deletes filter sets of a dashboard',
    file: `${rooms}/filter-sets/service.ts`,
    find: '  await getOwnFilterSet(store, place, id);\n  await store.deleteFrom',
    put: '  await store.deleteFrom',
  },
  {
    row: 'FST-008',
    what: 'a filter set of a dashboard may name another owner',
    file: `${rooms}/filter-sets/service.ts`,
    find: 'owner_id != null && owner_id !== place.dashboardId',
    put: 'owner_id === -1',
  },
  {
    row: 'IMP-003',
    what: 'what is there already is told in other words',
    file: `${rooms}/bundles/plan.ts`,
    find: 'already exists and \\`overwrite=true\\` was not passed',
    put: 'is there already',
  },
  {
    row: 'SQL-003',
    what: 'databases run in the background although they do not allow it',
    file: `${rooms}/sql-editor/execute.ts`,
    find: '  if (isAsync && database.allow_run_async !== 1) throw asyncNotAllowed(database);\n',
    put: '',
  },
];
