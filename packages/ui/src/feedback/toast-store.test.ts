import { describe, expect, it } from 'vitest';
import { createToastStore } from './toast-store.ts';

describe('messages to the user', () => {
  it('has kinds, and holds what is shown in messageToasts [ERR-005]', () => {
    const store = createToastStore();
    for (const kind of ['danger', 'warning', 'success'] as const) store.getState().add(kind, kind);
    expect(store.getState().messageToasts.map(({ kind, text }) => [kind, text])).toEqual([
      ['danger', 'danger'],
      ['warning', 'warning'],
      ['success', 'success'],
    ]);
  });

  it('shows at most three, the newest last', () => {
    const store = createToastStore();
    for (const text of ['a', 'b', 'c', 'd']) store.getState().add('info', text);
    expect(store.getState().messageToasts.map((toast) => toast.text)).toEqual(['b', 'c', 'd']);
  });

  it('lets success go after four seconds, warnings after ten, and keeps the others until closed', () => {
    const store = createToastStore();
    store.getState().add('success', 'Saved');
    store.getState().add('warning', 'Not all');
    store.getState().add('danger', 'Failed');
    expect(store.getState().messageToasts.map((toast) => toast.durationMs)).toEqual([4000, 10_000, null]);
  });

  it('keeps a success with an undo until it is closed', () => {
    const store = createToastStore();
    store.getState().add('success', 'Deleted: A', { action: { label: 'Undo', onSelect: () => {} } });
    expect(store.getState().messageToasts[0]?.durationMs).toBeNull();
  });

  it('tells once that a message is gone, whether it was closed or pushed out by newer ones', () => {
    const store = createToastStore();
    const gone: string[] = [];
    const add = (text: string) => store.getState().add('success', text, { onGone: () => gone.push(text) });
    const first = add('a');
    store.getState().remove(first);
    store.getState().remove(first);
    for (const text of ['b', 'c', 'd', 'e']) add(text);
    expect(gone).toEqual(['a', 'b']);
  });

  it('shows the same unique message once at a time, and again after it was closed', () => {
    const store = createToastStore();
    const first = store.getState().add('danger', 'Down', { isUnique: true });
    expect(store.getState().add('danger', 'Down', { isUnique: true })).toBe(first);
    store.getState().remove(first);
    expect(store.getState().messageToasts).toEqual([]);
    expect(store.getState().add('danger', 'Down', { isUnique: true })).not.toBe(first);
  });

  it('counts what is said again while it is shown, and lets work under way, details and undo stand alone', () => {
    const store = createToastStore();
    const shown = () => store.getState().messageToasts.map(({ text, times }) => [text, times]);
    const add = (kind: 'danger' | 'info', text: string, options = {}) => store.getState().add(kind, text, options);
    expect(add('danger', 'Failed')).toBe(add('danger', 'Failed'));
    expect(shown()).toEqual([['Failed', 2]]);
    expect(store.getState().history.map(({ times }) => times)).toEqual([2]);
    add('info', 'At work');
    add('info', 'At work');
    expect(shown()).toEqual([
      ['Failed', 2],
      ['At work', 1],
      ['At work', 1],
    ]);
    add('danger', 'Failed', { details: 'Why' });
    expect(shown().at(-1)).toEqual(['Failed', 1]);
  });

  it('has a message say something else for as long as it is shown', () => {
    const store = createToastStore();
    const id = store.getState().add('info', '1 of 2');
    store.getState().update(id, '2 of 2');
    expect(store.getState().messageToasts.map((toast) => toast.text)).toEqual(['2 of 2']);
    store.getState().remove(id);
    store.getState().update(id, 'too late');
    expect(store.getState().messageToasts).toEqual([]);
  });

  it('remembers what was shown, newest first, until it was seen', () => {
    const store = createToastStore();
    store.getState().remove(store.getState().add('info', 'a'));
    store.getState().add('info', 'b');
    expect(store.getState().history.map((toast) => toast.text)).toEqual(['b', 'a']);
    expect(store.getState().hasUnseen).toBe(true);
    store.getState().markSeen();
    expect(store.getState().hasUnseen).toBe(false);
  });
});
