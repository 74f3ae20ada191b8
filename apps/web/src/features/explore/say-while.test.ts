import { toastStore } from '@powerset/ui';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sayWhile } from './say-while.ts';

const shown = () => toastStore.getState().messageToasts;
const after = (ms: number, signal: AbortSignal) =>
  new Promise<string>((resolve, reject) => {
    setTimeout(() => resolve('done'), ms);
    signal.addEventListener('abort', () => reject(new Error('left')));
  });

beforeEach(() => {
  vi.useFakeTimers();
  // What another test said may still be shown.
  toastStore.setState({ messageToasts: [] });
});
afterEach(() => void vi.useRealTimers());

describe('what a press asks for', () => {
  it('is said to be under way once it takes long, until it is done', async () => {
    const work = sayWhile('The link is being made', (signal) => after(2000, signal));
    await vi.advanceTimersByTimeAsync(300);
    expect(shown()).toEqual([]);
    await vi.advanceTimersByTimeAsync(300);
    expect(shown().map(({ text }) => text)).toEqual(['The link is being made']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await work).toBe('done');
    expect(shown()).toEqual([]);
  });

  it('can be left, and its failure is the caller’s', async () => {
    const left = sayWhile('The file is being made', (signal) => after(2000, signal));
    await vi.advanceTimersByTimeAsync(500);
    shown()[0]?.action?.onSelect();
    expect(await left).toBeUndefined();
    expect(shown()).toEqual([]);
    await expect(sayWhile('x', () => Promise.reject(new Error('full')))).rejects.toThrow('full');
  });
});
