import type { AdhocColumn, AdhocMetric, QueryColumn, QueryMetric } from '@powerset/contract';
import type { ChartForm } from './definitions.ts';

type AnyForm = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value, a list or nothing as a list. */
export function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

/** Text of a form field; anything but text and numbers counts as the fallback. */
export function textOf(form: AnyForm, name: string, fallback = ''): string {
  const value = form[name];
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : fallback;
}

/** Number of a form field; numeric text counts, blank and other values are null. */
export function numberOf(form: AnyForm, name: string): number | null {
  return toNumber(form[name]);
}

/** A number from a number or numeric text, else null. */
export function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Whether a checkbox of the form is on. */
export function isOn(form: AnyForm, name: string): boolean {
  const value = form[name];
  return value === true || value === 'true';
}

export function isAdhocMetric(value: unknown): value is AdhocMetric {
  return (
    isRecord(value) && (value.expressionType === 'SIMPLE' || value.expressionType === 'SQL') && !('clause' in value)
  );
}

export function isAdhocColumn(value: unknown): value is AdhocColumn {
  return isRecord(value) && typeof value.label === 'string' && typeof value.sqlExpression === 'string';
}

export function isMetric(value: unknown): value is QueryMetric {
  return (typeof value === 'string' && value !== '') || isAdhocMetric(value);
}

export function isColumn(value: unknown): value is QueryColumn {
  return (typeof value === 'string' && value !== '') || isAdhocColumn(value);
}

/** Metrics of a field that holds one or many; damaged entries are left out. */
export function metricsOf(form: AnyForm, name: string): readonly QueryMetric[] {
  return toList(form[name]).filter(isMetric);
}

/** Columns of a field that holds one or many; damaged entries are left out. */
export function columnsOf(form: AnyForm, name: string): readonly QueryColumn[] {
  return toList(form[name]).filter(isColumn);
}

/** A form with some fields replaced. */
export function withFields(form: ChartForm, fields: AnyForm): ChartForm {
  return { ...form, ...fields, viz_type: typeof fields.viz_type === 'string' ? fields.viz_type : form.viz_type };
}
