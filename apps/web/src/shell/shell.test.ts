import { describe, expect, it } from 'vitest';
import { createEventLog, MAX_EVENTS_PER_SEND } from './event-log.ts';
import { type FeatureRoute, findRoute } from './feature-routes.ts';
import { displayKeys, matchesKeys } from './shortcuts.ts';
import { tilesOf } from './thumbnails/index.ts';

function startLog() {
  const sent: URLSearchParams[] = [];
  const scheduled: { run: () => void; delayMs: number }[] = [];
  let count = 0;
  const log = createEventLog({
    send: (body) => void sent.push(body),
    schedule: (run, delayMs) => void scheduled.push({ run, delayMs }),
    now: () => 1000,
    createId: () => {
      count += 1;
      return `id-${count}`;
    },
    isVisible: () => true,
  });
  const eventsOf = (index: number): unknown[] => JSON.parse(sent[index]?.get('events') ?? '[]');
  return { log, sent, scheduled, eventsOf };
}

describe('the event log', () => {
  it('sends what happened within a second as one batch, a second after its first event [LOG-001] [LOG-003]', () => {
    const { log, sent, scheduled, eventsOf } = startLog();
    log.record({ event_name: 'mount_dashboard', source: 'dashboard', source_id: 3 });
    log.record({ event_name: 'spa_navigation' });
    expect([scheduled.length, scheduled[0]?.delayMs, sent.length]).toEqual([1, 1000, 0]);
    scheduled[0]?.run();
    expect(sent.length).toBe(1);
    expect(eventsOf(0)).toMatchObject([
      { event_name: 'mount_dashboard', source: 'dashboard', source_id: 3, ts: 1000, visibility: 'visible' },
      { event_name: 'spa_navigation' },
    ]);
  });

  it('sends at most 1024 events at once [LOG-002]', () => {
    const { log, sent, scheduled, eventsOf } = startLog();
    for (let index = 0; index < MAX_EVENTS_PER_SEND + 3; index += 1) log.record({ event_name: `e${index}` });
    scheduled[0]?.run();
    expect([sent.length, eventsOf(0).length, eventsOf(1).length]).toEqual([2, 1024, 3]);
  });

  it('sends nothing when nothing waits', () => {
    const { log, sent } = startLog();
    log.flush();
    expect(sent).toEqual([]);
  });
});

describe('routes of features', () => {
  const route = (path: string): FeatureRoute => ({
    path,
    load: () => Promise.reject(new Error('not loaded in this test')),
  });
  const routes = [route('/superset/dashboard/:idOrSlug/'), route('/chart/list/'), route('/superset/sqllab/')];

  it('are found whatever the query, the fragment and the last slash', () => {
    expect(findRoute(routes, '/superset/dashboard/sales?edit=true#TAB-1')?.path).toBe('/superset/dashboard/:idOrSlug/');
    expect(findRoute(routes, '/chart/list')?.path).toBe('/chart/list/');
    expect(findRoute(routes, '/superset/sqllab/history/')).toBeUndefined();
    expect(findRoute(routes, '/superset/dashboard/a/b/')).toBeUndefined();
  });
});

describe('shortcuts', () => {
  const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...held,
  });

  it('match with the command key of either system, and not without it', () => {
    expect(matchesKeys(press('k', { ctrlKey: true }), 'Ctrl K')).toBe(true);
    expect(matchesKeys(press('K', { metaKey: true }), 'Ctrl K')).toBe(true);
    expect(matchesKeys(press('k'), 'Ctrl K')).toBe(false);
    expect(matchesKeys(press('k', { ctrlKey: true, shiftKey: true }), 'Ctrl K')).toBe(false);
  });

  it('take signs as typed, whichever keys a keyboard needs for them', () => {
    expect(matchesKeys(press('?', { shiftKey: true }), '?')).toBe(true);
    expect(matchesKeys(press('/', { shiftKey: true }), '/')).toBe(true);
  });

  it('go by the key itself with Alt, with which a Mac types other signs', () => {
    const withAlt = (key: string, code: string, shiftKey = false) => ({
      ...press(key, { altKey: true, shiftKey }),
      code,
    });
    expect(matchesKeys(withAlt('†', 'KeyT'), 'Alt T')).toBe(true);
    expect(matchesKeys(withAlt('ˇ', 'KeyT', true), 'Alt Shift T')).toBe(true);
    expect(matchesKeys(withAlt('ˇ', 'KeyT', true), 'Alt T')).toBe(false);
    expect(matchesKeys(withAlt('∑', 'KeyW'), 'Alt T')).toBe(false);
    expect(matchesKeys(withAlt('¡', 'Digit1'), 'Alt 1-9')).toBe(true);
    expect(matchesKeys(withAlt('º', 'Digit0'), 'Alt 1-9')).toBe(false);
    expect(matchesKeys(withAlt('PageDown', 'PageDown'), 'Alt PageDown')).toBe(true);
  });

  it('are written in the signs of the computer', () => {
    expect(displayKeys('Ctrl Enter', true)).toBe('⌘ ↵');
    expect(displayKeys('Ctrl Enter', false)).toBe('Ctrl ↵');
  });
});

describe('miniatures of dashboards', () => {
  const layout = {
    ROOT_ID: { type: 'ROOT', children: ['TABS'] },
    TABS: { type: 'TABS', children: ['TAB-1', 'TAB-2'] },
    'TAB-1': { type: 'TAB', children: ['ROW-1'] },
    'TAB-2': { type: 'TAB', children: ['ROW-2'] },
    'ROW-1': { type: 'ROW', children: ['A', 'COL', 'B'] },
    'ROW-2': { type: 'ROW', children: ['A'] },
    A: { type: 'CHART', meta: { width: 4, height: 20, chartId: 7 } },
    COL: { type: 'COLUMN', children: ['C'], meta: { width: 6 } },
    C: { type: 'CHART', meta: { chartId: 8 } },
    B: { type: 'CHART', meta: { width: 6, height: 20, chartId: 9 } },
  };

  it('show the rows of the first tab, each chart at its place and within twelve columns', () => {
    const rows = tilesOf(JSON.stringify(layout));
    expect(rows.map((row) => row.map(({ x, width, chartId }) => [x, width, chartId]))).toEqual([
      [
        [0, 4, 7],
        [4, 6, 8],
        [10, 2, 9],
      ],
    ]);
  });

  it('are empty for a damaged layout, also for one that runs in circles', () => {
    expect(tilesOf('{nonsense')).toEqual([]);
    expect(tilesOf(null)).toEqual([]);
    expect(tilesOf('{"ROOT_ID":{"children":["ROOT_ID"]}}')).toEqual([]);
  });
});
