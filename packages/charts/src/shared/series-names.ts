import {
  type DrawContext,
  formatTime,
  labelOfCell,
  numberFormatter,
  numberOfCell,
  withAlpha,
} from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import type { SeriesForm } from './series-form.ts';
import type { Series, SeriesModel } from './series-model.ts';

interface ShiftedGiven {
  readonly context: DrawContext<SeriesForm>;
  /** Only one series has earlier periods: nothing else says whose they are, nor has to. */
  readonly isAlone: boolean;
}

/** An earlier period is grey beside its only series, and pale in the colour of its own where there are several. */
export function shiftedColor({ name, colorLabel }: Series, index: number, { context, isAlone }: ShiftedGiven): string {
  if (context.form.time_shift_color === false) return context.colorOf(name, index);
  return isAlone ? context.theme.dataOther : withAlpha(context.colorOf(colorLabel, index), 0.5);
}

/** What a selection is compared with: the dimensions' values of a series. */
export const selectionLabel = (series: Series): string => series.groups.join(', ');

/** Whether others than this series were chosen. */
export function isDimmed(series: Series, model: SeriesModel, selected: readonly string[]): boolean {
  const dimensions = series.dimensions ?? model.dimensions;
  return selected.length > 0 && dimensions.length > 0 && !selected.includes(selectionLabel(series));
}

/** The name of a position, as the axis and tooltips say it. */
export function positionLabel(x: CellValue, model: SeriesModel, { form, locale }: DrawContext<SeriesForm>): string {
  const ms = numberOfCell(x);
  if (ms === null || model.axis.kind === 'category') return labelOfCell(x);
  if (model.axis.kind === 'number') return numberName(x, form.x_axis_number_format ?? '~g', locale);
  return formatTime(form.x_axis_time_format, ms, { grain: model.axis.grain, locale });
}

/** All digits that say something, in the reader's way; whole numbers as they are, since they may be years. */
function numberName(x: CellValue, code: string, locale: string): string {
  const number = numberOfCell(x);
  if (code !== '~g') return numberFormatter(code, null, locale)(number);
  return Number.isInteger(number) ? labelOfCell(x) : numberFormatter('.10~r', null, locale)(number);
}
