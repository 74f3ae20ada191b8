/** Flags of the reference that gate something here; those that its documents leave to the installation are on. */
export const defaultFeatureFlags: Readonly<Record<string, boolean>> = {
  ALERT_REPORTS: true,
  ALERT_REPORT_WEBHOOK: true,
  ALLOW_ADHOC_SUBQUERY: false,
  AVOID_COLORS_COLLISION: true,
  CONFIRM_DASHBOARD_DIFF: true,
  DASHBOARD_CROSS_FILTERS: true,
  DASHBOARD_NATIVE_FILTERS: true,
  DASHBOARD_RBAC: false,
  DISABLE_LEGACY_DATASOURCE_EDITOR: true,
  EMBEDDED_SUPERSET: true,
  ENABLE_ADVANCED_DATA_TYPES: false,
  ENABLE_TEMPLATE_PROCESSING: true,
  ESTIMATE_QUERY_COST: true,
  GENERIC_CHART_AXES: true,
  GLOBAL_ASYNC_QUERIES: false,
  HORIZONTAL_FILTER_BAR: false,
  KV_STORE: true,
  LISTVIEWS_DEFAULT_CARD_VIEW: false,
  RLS_IN_SQLLAB: false,
  SQLLAB_BACKEND_PERSISTENCE: true,
  SSH_TUNNELING: true,
  TAGGING_SYSTEM: true,
  USE_ANALAGOUS_COLORS: false,
};

/** The flags with those of the settings turned on, or off where a `-` leads. */
export function applyFlags(flags: readonly string[]): Readonly<Record<string, boolean>> {
  const changed = flags.map((flag) => (flag.startsWith('-') ? [flag.slice(1), false] : [flag, true]));
  return { ...defaultFeatureFlags, ...Object.fromEntries(changed) };
}

/** Flags of the settings that gate nothing here, as a misspelt one does. */
export function findUnknownFlags(flags: readonly string[]): readonly string[] {
  return flags.map((flag) => flag.replace(/^-/, '')).filter((flag) => !Object.hasOwn(defaultFeatureFlags, flag));
}
