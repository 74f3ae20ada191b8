import {
  type DrawContext,
  defaultTranslate,
  formatTime,
  formatTimeTitle,
  labelOfCell,
  msg,
  numberFormatter,
  numberOfCell,
} from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import type { WaterfallForm } from './form.ts';
import type { Step, Steps } from './steps.ts';

type Context = DrawContext<WaterfallForm>;
type Kind = Step['kind'];

/** How the steps and what they are called is written. */
export interface Words {
  readonly kinds: Readonly<Record<Kind, string>>;
  /** Values of the axis and of totals. */
  readonly format: (value: number | null) => string;
  /** The value of a step, with its sign. */
  readonly valueOf: (step: Step) => string;
  /** Its name on the axis. */
  readonly nameOf: (step: Step) => string;
  /** All of its name, for tooltips and the table. */
  readonly titleOf: (step: Step) => string;
}

export function wordsOf(model: Steps, context: Context): Words {
  const { form, locale, translate = defaultTranslate } = context;
  const kinds = {
    increase: form.increase_label || translate(msg('Increase')),
    decrease: form.decrease_label || translate(msg('Decrease')),
    total: form.total_label || translate(msg('Total')),
  };
  const format = formatOf(model, context);
  const positionOf = (x: CellValue, isTitle: boolean) => {
    const ms = numberOfCell(x);
    if (!model.axis.isTemporal || ms === null) return labelOfCell(x);
    const grain = form.time_grain_sqla;
    const isOwn = isTitle && form.x_axis_time_format === 'smart_date';
    return isOwn ? formatTimeTitle(ms, grain, context) : formatTime(form.x_axis_time_format, ms, { grain, locale });
  };
  const nameOf = (step: Step, isTitle: boolean) => {
    if (step.x === undefined) return kinds.total;
    const position = positionOf(step.x, isTitle);
    if (step.part === undefined) return isTitle && step.kind === 'total' ? `${position}, ${kinds.total}` : position;
    // Without totals nothing else says to which position the parts belong.
    return isTitle || !form.show_total ? `${position}, ${labelOfCell(step.part)}` : labelOfCell(step.part);
  };
  return {
    kinds,
    format,
    valueOf: ({ kind, value }) => `${kind === 'increase' && (value ?? 0) > 0 ? '+' : ''}${format(value)}`,
    nameOf: (step) => nameOf(step, false),
    titleOf: (step) => nameOf(step, true),
  };
}

function formatOf(model: Steps, { form, columnFormats, currencies, locale }: Context): Words['format'] {
  const { y_axis_format: code } = form;
  const saved = code === 'SMART_NUMBER' ? columnFormats[model.metric] : undefined;
  return numberFormatter(saved ?? code, form.currency_format ?? currencies?.[model.metric] ?? null, locale);
}

/** What the steps come to, and the largest of them. */
export function statementOf(model: Steps, words: Words, { translate = defaultTranslate }: Context): string {
  const steps = model.steps.filter(({ kind, value }) => kind !== 'total' && value !== null);
  const last = steps.at(-1);
  if (!last) return '';
  const largest = (sign: number) =>
    steps.reduce<Step | null>((most, step) => {
      const size = (step.value ?? 0) * sign;
      return size > 0 && size > (most?.value ?? 0) * sign ? step : most;
    }, null);
  const [up, down] = [largest(1), largest(-1)];
  const values = { metric: model.metric, total: words.format(last.to), count: steps.length };
  const sentences = [
    steps.length === 1
      ? translate(msg('{{metric}} comes to {{total}}.'), values)
      : translate(msg('{{metric}} comes to {{total}} in {{count}} steps.'), values),
    up ? translate(msg('The largest increase is {{name}}: {{value}}.'), nameAndValue(up, words)) : '',
    down ? translate(msg('The largest decrease is {{name}}: {{value}}.'), nameAndValue(down, words)) : '',
  ];
  return sentences.filter(Boolean).join(' ');
}

const nameAndValue = (step: Step, words: Words) => ({ name: words.titleOf(step), value: words.valueOf(step) });
