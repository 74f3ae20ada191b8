import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startInProcess } from '@powerset/testkit/in-process';
import { describe, expect, it } from 'vitest';
import { applyFlags, defaultFeatureFlags } from './feature-flags.ts';

const sources = [import.meta.dirname, join(import.meta.dirname, '../../web/src')].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|feature-flags\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8')),
);
const isAsked = (flag: string) => sources.some((text) => new RegExp(`['.]${flag}\\b`).test(text));

/** What the flags of the requirement gate; there is no client cache (docs/decisions.md). */
const gates = {
  'backend persistence of SQL editor tabs': 'SQLLAB_BACKEND_PERSISTENCE',
  'cross filters': 'DASHBOARD_CROSS_FILTERS',
  'native filters': 'DASHBOARD_NATIVE_FILTERS',
  'async queries': 'GLOBAL_ASYNC_QUERIES',
  'a horizontal filter bar': 'HORIZONTAL_FILTER_BAR',
  'confirmation of dashboard differences on save': 'CONFIRM_DASHBOARD_DIFF',
  'role-based access on dashboards': 'DASHBOARD_RBAC',
  'the older dataset editor': 'DISABLE_LEGACY_DATASOURCE_EDITOR',
  'the generic x-axis': 'GENERIC_CHART_AXES',
  'advanced data types': 'ENABLE_ADVANCED_DATA_TYPES',
  'tunnels to databases': 'SSH_TUNNELING',
  'analogous colors': 'USE_ANALAGOUS_COLORS',
  'color collision avoidance': 'AVOID_COLORS_COLLISION',
};

describe('feature flags', () => {
  it.each(Object.entries(gates))('gate %s: %s', (_what, flag) => {
    expect(defaultFeatureFlags).toHaveProperty(flag);
    expect(isAsked(flag)).toBe(true);
  });

  it('are told to clients only where something depends on them', () => {
    expect(Object.keys(defaultFeatureFlags).filter((flag) => !isAsked(flag))).toEqual([]);
  });

  it('are turned on, and off by a minus, and told to clients so', async () => {
    expect(applyFlags(['DASHBOARD_RBAC', '-CONFIRM_DASHBOARD_DIFF'])).toEqual({
      ...defaultFeatureFlags,
      DASHBOARD_RBAC: true,
      CONFIRM_DASHBOARD_DIFF: false,
    });
    const started = await startInProcess({ env: { POWERSET_FEATURES: 'DASHBOARD_RBAC,-CONFIRM_DASHBOARD_DIFF' } });
    const { featureFlags } = (await started.admin.get('/api/v1/bootstrap')).json;
    expect(featureFlags).toMatchObject({
      DASHBOARD_RBAC: true,
      CONFIRM_DASHBOARD_DIFF: false,
      GLOBAL_ASYNC_QUERIES: false,
    });
    expect(featureFlags).not.toHaveProperty('CLIENT_CACHE');
    await started.stop();
  });
});
