import { expect, it } from 'vitest';
import { type Activity, filtersOf, fromChart, fromDashboard, idOf, mergeViewed, newestFirst } from './recents.ts';

const dashboard = fromDashboard({
  id: 3,
  dashboard_title: 'Sales',
  slug: 'sales',
  position_json: '{}',
  changed_on_utc: '2026-11-01T00:00:00',
});
const chart = fromChart({ id: 9, slice_name: 'Revenue', viz_type: 'pie', changed_on_utc: '2026-11-02T00:00:00' });

it('shows each object once, at its last view, with the picture that is known of it', () => {
  const activity: readonly Activity[] = [
    { item_type: 'dashboard', item_url: '/superset/dashboard/sales/', item_title: 'Sales', time: 30 },
    { item_type: 'slice', item_url: '/explore/?slice_id=9', item_title: 'Revenue', time: 20 },
    { item_type: 'dashboard', item_url: '/superset/dashboard/sales/', item_title: 'Sales', time: 10 },
  ];
  expect(mergeViewed(activity, [chart, dashboard])).toEqual([
    { ...dashboard, time: 30 },
    { ...chart, time: 20 },
  ]);
});

it('keeps what was viewed but is not among the known ones', () => {
  const [item] = mergeViewed(
    [{ item_type: 'slice', item_url: '/explore/?slice_id=77', item_title: 'Old', time: 1 }],
    [],
  );
  expect(item).toMatchObject({ kind: 'chart', id: 77, title: 'Old' });
});

it('asks for what belongs to a person by their id, and leaves it out of what belongs to others [LST-013]', () => {
  const created = { col: 'created_by', opr: 'rel_o_m', value: 7 };
  expect(filtersOf('created', 7)).toEqual({ dashboards: [created], charts: [created] });
  expect(filtersOf('mine', 7).charts).toEqual([{ col: 'owners', opr: 'rel_m_m', value: 7 }]);
  const { isWanted = () => false } = filtersOf('other', 7);
  expect([isWanted({ owners: [{ id: 8 }] }), isWanted({ owners: [{ id: 7 }] })]).toEqual([true, false]);
});

it('orders by time, the newest first', () => {
  expect(newestFirst([dashboard, { ...chart, time: null }, chart]).map((item) => item.time)).toEqual([
    chart.time,
    dashboard.time,
    null,
  ]);
});

it('reads ids from addresses', () => {
  expect([idOf('/explore/?slice_id=12'), idOf('/superset/dashboard/4/'), idOf('/superset/dashboard/sales/')]).toEqual([
    12,
    4,
    null,
  ]);
});
