const room = 'apps/web/src/features/dashboards';

export const dashboards = [
  {
    row: 'DSH-011',
    what: 'a dashboard that is published opens as a draft',
    file: `${room}/state/dashboard-state.ts`,
    find: 'isPublished: dashboard.published,',
    put: 'isPublished: false,',
  },
  {
    row: 'DSH-039',
    what: 'charts refresh within the interval alone',
    file: `${room}/state/refresh.ts`,
    find: 'Math.max(intervalMs, settings.stagger_time ?? defaultStaggerMs)',
    put: 'intervalMs',
  },
  {
    row: 'DSH-040',
    what: 'charts refresh all at once unless told otherwise',
    file: `${room}/state/refresh.ts`,
    find: "settings.stagger_refresh !== false && settings.stagger_refresh !== 'false'",
    put: 'settings.stagger_refresh === true',
  },
  {
    row: 'FLT-008',
    what: 'names are stored with their blanks',
    file: `${room}/filters/native-filters.ts`,
    find: 'name: entry.name.trim(), description: entry.description.trim()',
    put: 'name: entry.name, description: entry.description',
  },
  {
    row: 'FLT-020',
    what: 'masks stay as they are when the configuration changes',
    file: `${room}/state/dashboard-store.ts`,
    find: 'bar: { draft: rebuild(state.bar.draft), applied: rebuild(state.bar.applied) },',
    put: '',
  },
  {
    row: 'LAY-012',
    what: 'what is dropped on the grid gets no row',
    file: `${room}/layout/rules.ts`,
    find: "(parentType === 'GRID' || parentType === 'TAB') && wrapped.includes(childType)",
    put: 'parentType === childType',
  },
  {
    row: 'LAY-021',
    what: 'a top-level tab goes into nested tabs',
    file: `${room}/layout/operations.ts`,
    find: "  if (isTopTab(layout, id) && layout[place.parentId]?.type === 'TABS') return refuse('topLevelTab');\n",
    put: '',
  },
  {
    row: 'LAY-020',
    what: 'what does not fit is dropped all the same',
    file: `${room}/layout/widths.ts`,
    find: 'free >= minWidth ? free : undefined',
    put: 'free',
  },
  {
    row: 'LAY-024',
    what: 'the history holds twice as many steps',
    file: `${room}/layout/history.ts`,
    find: 'undoSteps + 2;',
    put: 'undoSteps * 2;',
  },
  {
    row: 'LAY-026',
    what: 'a changed title is undone as a step of its own',
    file: `${room}/layout/history.ts`,
    find: '  if (notUndoable.includes(action)) return { ...history, present: layout };\n',
    put: '',
  },
];
