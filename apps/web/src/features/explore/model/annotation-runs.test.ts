import { describe, expect, it } from 'vitest';
import {
  annotationRequests,
  failAnnotation,
  finishAnnotation,
  keepAnnotations,
  noAnnotations,
  startAnnotation,
} from './annotation-runs.ts';

const data = { records: [{ start_dttm: 1 }] };

describe('the queries of annotation layers', () => {
  it('break off the running one of the same name, and no other [ANN-003]', () => {
    const [first, second, other] = [new AbortController(), new AbortController(), new AbortController()];
    const running = startAnnotation(startAnnotation(noAnnotations, 'Sale', first), 'Season', other);
    const again = startAnnotation(running, 'Sale', second);
    expect([first, second, other].map((controller) => controller.signal.aborted)).toEqual([true, false, false]);
    expect(again.annotationQuery).toEqual({ Sale: second, Season: other });
  });

  it('keep the data and clear the error on success [ANN-004]', () => {
    const failed = failAnnotation(noAnnotations, 'Sale', 'gone');
    const done = finishAnnotation(startAnnotation(failed, 'Sale', new AbortController()), 'Sale', data);
    expect(done).toEqual({ annotationQuery: {}, annotationData: { Sale: data }, annotationError: {} });
  });

  it('remove the data and keep the error on failure [ANN-005]', () => {
    const done = finishAnnotation(noAnnotations, 'Sale', data);
    const failed = failAnnotation(startAnnotation(done, 'Sale', new AbortController()), 'Sale', 'gone');
    expect(failed).toEqual({ annotationQuery: {}, annotationData: {}, annotationError: { Sale: 'gone' } });
  });

  it('forget layers that were removed, and end their queries', () => {
    const running = new AbortController();
    const state = startAnnotation(failAnnotation(noAnnotations, 'Old', 'gone'), 'Season', running);
    expect(keepAnnotations(state, new Set(['Old', 'Season']))).toBe(state);
    expect(keepAnnotations(state, new Set(['Old']))).toEqual({ ...noAnnotations, annotationError: { Old: 'gone' } });
    expect(running.signal.aborted).toBe(true);
  });

  it('are asked again when what they ask for changes, not when they only look different', () => {
    const layer = { name: 'Sale', annotationType: 'EVENT', sourceType: 'table', value: 3, show: true };
    const requests = (change: object, host?: object) =>
      annotationRequests({ viz_type: 'x', annotation_layers: [{ ...layer, ...change }] }, host);
    const [plain] = requests({});
    expect(requests({ color: '#ff0000', width: 3, showLabel: true })[0]?.key).toBe(plain?.key);
    expect(requests({ value: 4 })[0]?.key).not.toBe(plain?.key);
    const [week, month] = ['Last week', 'Last month'].map((val) => ({
      filters: [{ col: 'at', op: 'TEMPORAL_RANGE', val }],
    }));
    expect(requests({}, week)[0]?.key).toBe(plain?.key);
    const follows = { overrides: { time_range: null } };
    expect(requests(follows, week)[0]?.key).not.toBe(requests(follows, month)[0]?.key);
    expect(requests(follows, week)[0]?.query).toMatchObject(week ?? {});
    expect(requests({ show: false })).toEqual([]);
    expect(requests({ annotationType: 'FORMULA', value: 'x' })).toEqual([]);
  });
});
