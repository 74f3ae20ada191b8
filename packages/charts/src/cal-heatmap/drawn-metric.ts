import type { ValueScale } from '../shared/value-scale.ts';

/** A metric with its place and how its values are coloured and written. */
export interface DrawnMetric {
  readonly name: string;
  readonly top: number;
  readonly scale: ValueScale;
  readonly format: (value: number | null) => string;
  /** As its cells say it. */
  readonly say: (value: number | null) => string;
}
