const room = 'apps/web/src/features/explore';
const filter = `${room}/model/adhoc-filter.ts`;
const gallery = `${room}/model/gallery.ts`;
const metric = `${room}/model/metric-edit.ts`;

export const explore = [
  {
    row: 'AHF-006',
    what: 'an operator stays although the new column does not allow it',
    file: filter,
    find: 'operatorsFor(subject, filter.clause).includes(filter.operatorId);',
    put: 'true;',
  },
  {
    row: 'AHF-012',
    what: 'the latest partition stays a simple filter',
    file: filter,
    find: "operatorId === 'LATEST_PARTITION'\n      ?",
    put: 'false\n      ?',
  },
  {
    row: 'AHF-015',
    what: 'true and false are whole without a value',
    file: filter,
    find: 'return comparator != null;',
    put: 'return true;',
  },
  {
    row: 'AHF-020',
    what: 'booleans are offered every comparison',
    file: filter,
    find: "  if (subject?.type === 'boolean') return nullOperators.includes(id);\n",
    put: '',
  },
  {
    row: 'AHF-025',
    what: 'IS NULL compares with a value',
    file: filter,
    find: "if (operation === 'IS NULL' || operation === 'IS NOT NULL') return 'none';",
    put: "if (operation === 'IS NOT NULL') return 'none';",
  },
  {
    row: 'GAL-009',
    what: 'the gallery opens on Popular whatever is chosen',
    file: gallery,
    find: "chosen ? { kind: 'category', name: categoryOf(chosen) } : {",
    put: '{',
  },
  {
    row: 'GAL-012',
    what: 'charts on the deny list are shown',
    file: gallery,
    find: '    .filter((chart) => !rules.denyList.includes(chart.key))\n',
    put: '',
  },
  {
    row: 'GAL-019',
    what: 'a description weighs as much as a name',
    file: gallery,
    find: '{ name: 4, tags: 2, description: 1 }',
    put: '{ name: 1, tags: 1, description: 1 }',
  },
  {
    row: 'GAL-021',
    what: 'charts stand in no order',
    file: gallery,
    find: '    .toSorted((a, b) => rank(a) - rank(b));',
    put: '    .toSorted(() => 0);',
  },
  {
    row: 'MET-011',
    what: 'a saved metric is offered again',
    file: metric,
    find: 'name === own || !inUse.includes(name)',
    put: 'name !== null',
  },
  {
    row: 'MET-012',
    what: 'other metrics are offered although the dataset forbids them',
    file: metric,
    find: 'value.disallow_adhoc_metrics === true',
    put: 'false',
  },
  {
    row: 'EXP-020',
    what: 'a chart without an answer fails with the words of the browser',
    file: `${room}/model/chart-run.ts`,
    find: "  if (error.status === 0) return { ...failed, error: null, alert: t('Network error.') };\n",
    put: '',
  },
  {
    row: 'EXP-018',
    what: 'a chart that failed counts as drawn',
    file: `${room}/model/chart-run.ts`,
    find: "run.status === 'success' ? { ...run, status: 'rendered' } : run",
    put: "({ ...run, status: 'rendered' })",
  },
  {
    row: 'PRM-014',
    what: 'downloading needs the right to write charts',
    file: `${room}/model/rights.ts`,
    find: "can('can_csv', 'Superset')",
    put: "can('can_write', 'Chart')",
  },
  {
    row: 'PRM-016',
    what: 'everybody edits datasets',
    file: `${room}/model/rights.ts`,
    find: "can('can_write', 'Dataset') && isOwner((dataset.owners ?? []).map((owner) => owner.id))",
    put: "can('can_write', 'Dataset')",
  },
  {
    row: 'DST-039',
    what: 'the first of several partition columns is taken',
    file: `${room}/model/partition-column.ts`,
    find: 'columns.length === 1 ?',
    put: 'columns.length > 0 ?',
  },
];
