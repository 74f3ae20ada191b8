import { urlOf } from '@powerset/contract';
import type { ToastOptions } from '@powerset/ui';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTranslator } from '../i18n/index.ts';
import { createDeletions, type Deletions, hiddenIds, nameOfDeletion } from './deletions.ts';
import { resources } from './resources.ts';

interface Said {
  readonly kind: 'success' | 'danger';
  readonly text: string;
  readonly options: ToastOptions;
}

let said: Said[];
let calls: string[];
let failure: Error | null;
let deletions: Deletions;
const reread = async () => {
  calls.push('read again');
};
const sales = { id: 7, name: 'Sales' };

beforeAll(() => startTranslator('en'));
beforeEach(() => {
  said = [];
  calls = [];
  failure = null;
  const say =
    (kind: Said['kind']) =>
    (text: string, options: ToastOptions = {}) => {
      said.push({ kind, text, options });
      return String(said.length);
    };
  deletions = createDeletions({
    call: async (endpoint, { params, query, outlivesPage }) => {
      calls.push(`${urlOf(endpoint, { params, query })} ${JSON.stringify({ method: endpoint.method, outlivesPage })}`);
      if (failure) throw failure;
    },
    toasts: { success: say('success'), danger: say('danger') },
  });
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a deletion', () => {
  it('hides at once, says so with Undo, and reaches the server when the page is left [LST-007] [ERR-007] [DSH-053]', async () => {
    deletions.remove(resources.charts, [sales], { reread });
    expect([...hiddenIds(deletions.store.getState(), resources.charts)]).toEqual([7]);
    expect(hiddenIds(deletions.store.getState(), resources.dashboards).size).toBe(0);
    expect(said).toMatchObject([{ kind: 'success', text: 'Deleted: Sales', options: { action: { label: 'Undo' } } }]);
    said[0]?.options.onGone?.();
    await settled();
    expect(calls).toEqual([]);
    expect(deletions.store.getState().pending.map(nameOfDeletion)).toEqual(['Sales']);
    await deletions.flush();
    expect(calls).toEqual(['/api/v1/chart/7 {"method":"DELETE","outlivesPage":false}', 'read again']);
    expect(hiddenIds(deletions.store.getState(), resources.charts).size).toBe(0);
  });

  it('tells when the server is asked, and how that went', async () => {
    const steps: string[] = [];
    const onStep = (step: string) => void steps.push(step);
    deletions.remove(resources.charts, [sales], { reread, onStep });
    expect(steps).toEqual([]);
    await deletions.flush();
    failure = new Error('no');
    deletions.remove(resources.charts, [sales], { reread, onStep });
    await deletions.flush();
    expect(steps).toEqual(['begin', 'complete', 'begin', 'fail']);
  });

  it('that is taken back never reaches the server', async () => {
    deletions.remove(resources.charts, [sales], { reread });
    said[0]?.options.action?.onSelect();
    said[0]?.options.onGone?.();
    await settled();
    expect(calls).toEqual([]);
    expect(deletions.store.getState().pending).toEqual([]);
    expect(deletions.undoLast()).toBe(false);
  });

  it('of access goes with its message, and one of a name that is given again goes before', async () => {
    deletions.remove(resources.charts, [sales], { reread, isPrompt: true });
    said[0]?.options.onGone?.();
    await settled();
    expect(calls).toHaveLength(2);
    deletions.remove(resources.charts, [sales], { reread });
    deletions.remove(resources.dashboards, [sales], { reread });
    await deletions.flushOf(resources.charts);
    expect(deletions.store.getState().pending.map(({ resource }) => resource.name)).toEqual([
      resources.dashboards.name,
    ]);
  });

  it('of several is one call, and the latest is taken back first', async () => {
    deletions.remove(resources.charts, [sales], { reread });
    deletions.remove(resources.charts, [sales, { id: 8, name: 'Costs' }], { reread });
    expect(said[1]?.text).toBe('Deleted: 2 selected');
    expect(deletions.undoLast()).toBe(true);
    expect([...hiddenIds(deletions.store.getState(), resources.charts)]).toEqual([7]);
    deletions.remove(resources.charts, [sales, { id: 8, name: 'Costs' }], { reread });
    await deletions.flush({ outlivesPage: true });
    expect(calls).toContain('/api/v1/chart/?q=!(7%2C8) {"method":"DELETE","outlivesPage":true}');
  });

  it('that the server refuses shows the object again and says why [LST-007]', async () => {
    failure = new Error('There are associated datasets');
    deletions.remove(resources.databases, [sales], { reread });
    await deletions.flush();
    expect(said[1]).toMatchObject({
      kind: 'danger',
      text: 'There was an issue deleting Sales: There are associated datasets',
    });
    expect(deletions.store.getState().pending).toEqual([]);
  });
});
