import { isDocument } from '../metadata/index.ts';

/** What a dashboard's setting is where nobody set it: pages write it down with their first save. */
const defaults: Readonly<Record<string, unknown>> = {
  native_filter_configuration: [],
  refresh_frequency: 0,
  cross_filters_enabled: true,
  filter_bar_orientation: 'VERTICAL',
  color_scheme: '',
};

/** What a setting of a dashboard comes to, however it is written. */
export function meaningOfSetting(name: string, value: unknown): unknown {
  const meant = value ?? defaults[name];
  return name === 'native_filter_configuration' && Array.isArray(meant) ? meant.map(withoutReach) : meant;
}

/** The charts and tabs that a filter reaches follow from the layout. */
function withoutReach(entry: unknown): unknown {
  if (!isDocument(entry)) return entry;
  const { chartsInScope: _charts, tabsInScope: _tabs, ...rest } = entry;
  return rest;
}

/** The title once more, and the form that the layout is written in. */
const besideLayout = new Set(['HEADER_ID', 'DASHBOARD_VERSION_KEY']);

/** What a part of a layout comes to: where it lies follows from the parts around it. */
export function meaningOfPart(name: string, value: unknown): unknown {
  if (besideLayout.has(name) || !isDocument(value)) return undefined;
  const { id: _id, parents: _parents, children, meta, ...rest } = value;
  return [inOrder(rest), children ?? [], inOrder(isDocument(meta) ? meta : {})];
}

function inOrder(values: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
