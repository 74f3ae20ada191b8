import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { RunEntry } from '../runs/run-store.ts';
import { StatusLine } from './StatusLine.tsx';

/** The line under a result whose file takes so much. */
const lineOf = (result_bytes: number): string => {
  // The parts that the line reads.
  const entry = {
    query: {
      state: 'success',
      rows: 2,
      startDttm: 0,
      endDttm: null,
      extra: { columns: [], progress: null, result_bytes },
    },
    problem: null,
  } as unknown as RunEntry;
  return renderToStaticMarkup(<StatusLine entry={entry} matchedRows={null} />);
};

it('tells how much a result takes, and nothing of what its empty file would', () => {
  expect(lineOf(798_700)).toContain('2 rows');
  expect(lineOf(798_700)).not.toContain('kB');
  expect(lineOf(11_400_000)).toContain('11.4 MB');
});
