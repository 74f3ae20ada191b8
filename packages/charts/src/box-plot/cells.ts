import { type DrawnCells, msg, type Translate } from '@powerset/chart-kit';
import type { Boxes } from './boxes.ts';

/** A row for each box. */
export function cellsOf({ groups, metrics, boxes }: Boxes, translate: Translate): DrawnCells {
  const hasSeveral = metrics.length > 1;
  const head = [
    '',
    ...(hasSeveral ? [translate(msg('Metric'))] : []),
    ...[msg('Lower whisker'), msg('1st quartile'), msg('Median'), msg('3rd quartile'), msg('Upper whisker')].map(
      (text) => translate(text),
    ),
    translate(msg('Mean')),
    translate(msg('Values')),
    translate(msg('Outliers')),
  ];
  return [
    head,
    ...boxes.map((box) => [
      groups[box.group]?.name ?? '',
      ...(hasSeveral ? [metrics[box.metric] ?? ''] : []),
      ...[box.low, box.q1, box.median, box.q3, box.high, box.mean, box.count],
      box.outliers.length,
    ]),
  ];
}
