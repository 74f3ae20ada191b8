import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { genericTypeOf } from './column-types.ts';
import { loadRowLevelClauses } from './row-level-rules.ts';

describe('kinds of native types', () => {
  it.each([
    ['BIGINT', 'number'],
    ['DECIMAL(18,2)', 'number'],
    ['DOUBLE PRECISION', 'number'],
    ['UInt64', 'number'],
    ['Nullable(Float64)', 'number'],
    ['VARCHAR', 'string'],
    ['LowCardinality(String)', 'string'],
    ['INTEGER[]', 'string'],
    ['MAP(VARCHAR, INTEGER)', 'string'],
    ['INTERVAL', 'string'],
    ['BOOLEAN', 'boolean'],
    ['DATE', 'temporal'],
    ['TIMESTAMP WITH TIME ZONE', 'temporal'],
    ['DateTime64(3)', 'temporal'],
    [null, 'string'],
  ])('%s is %s', (nativeType, kind) => {
    expect(genericTypeOf(nativeType)).toBe(kind);
  });
});

describe('row-level rules', () => {
  let started: InProcessApp;
  beforeAll(async () => {
    started = await startInProcess();
  });
  afterAll(() => started.stop());

  const rule = async (clause: string, change: { type?: string; group?: string; roles?: readonly number[] }) => {
    const { store } = started.app.services;
    const time = '2026-01-01T00:00:00.000Z';
    const { id } = await store
      .insertInto('row_level_rules')
      .values({
        name: clause,
        filter_type: change.type ?? 'Regular',
        group_key: change.group ?? null,
        clause,
        created_on: time,
        changed_on: time,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await store.insertInto('row_level_rule_datasets').values({ rule_id: id, dataset_id: 7 }).execute();
    for (const role of change.roles ?? [])
      await store.insertInto('row_level_rule_roles').values({ rule_id: id, role_id: role }).execute();
  };
  const clausesFor = (...roleIds: readonly number[]) => {
    const roles = roleIds.map((id) => ({ id, name: `role ${id}` }));
    return loadRowLevelClauses(started.app.services.store, { roles }, 7);
  };

  it('bind the roles they name, base rules everyone else, and one group is a choice', async () => {
    await rule('a = 1', { roles: [10], group: 'country' });
    await rule('a = 2', { roles: [10, 11], group: 'country' });
    await rule('b = 3', { roles: [10] });
    await rule('c = 4', { type: 'Base', roles: [12] });
    expect(await clausesFor(10)).toEqual(['(a = 1) OR (a = 2)', 'b = 3', 'c = 4']);
    expect(await clausesFor(11)).toEqual(['a = 2', 'c = 4']);
    expect(await clausesFor(12)).toEqual([]);
    expect(await clausesFor()).toEqual(['c = 4']);
  });
});
