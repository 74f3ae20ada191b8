import { type DrawContext, defaultTranslate, formatNumber, msg } from '@powerset/chart-kit';
import { metricFormat } from '../shared/metric-format.ts';
import { tellingLabels } from '../shared/telling-labels.ts';
import { type FunnelForm, templateLabel } from './form.ts';
import type { Funnel, Step } from './steps.ts';

/** What a label says; blank for what it leaves out. */
export interface StepLabel {
  readonly name: string;
  readonly value: string;
  readonly share: string;
}

/** How a funnel writes its figures. */
export interface Writing {
  readonly format: (value: number | null) => string;
  readonly percent: (share: number) => string;
}

const withName = new Set([0, 3, 4, 5]);
const withValue = new Set([1, 3, 5, 6]);
const withShare = new Set([2, 4, 5, 6]);

export function writingOf(model: Funnel, context: DrawContext<FunnelForm>): Writing {
  const format = metricFormat(model.metric, context.form, context);
  const values = model.steps.map(({ value }) => value);
  return {
    format: tellingLabels(values, format, context.locale),
    percent: (share) => formatNumber('.1%', share, context.locale),
  };
}

/** The parts of a step that a kind of contents names. Where there is no share its value stands for it. */
export function partsOf(step: Step, contents: number, { format, percent }: Writing): StepLabel {
  const isAsked = withShare.has(contents);
  const hasShare = isAsked && step.share !== null;
  return {
    name: withName.has(contents) ? step.name : '',
    value: withValue.has(contents) || (isAsked && !hasShare) ? format(step.value) : '',
    share: hasShare ? percent(step.share ?? 0) : '',
  };
}

export function labelOf(step: Step, { label_type: contents, label_template: template }: FunnelForm, writing: Writing) {
  if (contents !== templateLabel) return partsOf(step, contents, writing);
  const gaps: Readonly<Record<string, string>> = {
    name: step.name,
    value: writing.format(step.value),
    percent: step.share === null ? '–' : writing.percent(step.share),
  };
  const text = template.replace(/\{(name|value|percent)\}/g, (_, gap: string) => gaps[gap] ?? '');
  return { name: text, value: '', share: '' };
}

const bases: Readonly<Record<string, string>> = {
  first_step: msg('of the first'),
  prev_step: msg('of the one before'),
  total: msg('of the total'),
};

/** What the percentages are shares of, in words. */
export function baseOf({ form, translate = defaultTranslate }: DrawContext<FunnelForm>): string {
  const base = bases[form.percent_calculation_type];
  return base ? translate(base) : '';
}
