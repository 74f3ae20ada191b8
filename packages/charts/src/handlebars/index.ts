/**
 * HANDLEBARS. Rows written into a template of its author's own.
 * In: rows, and on demand totals. Out: Markdown or HTML without anything that could run, and CSS that stays within; drawn in HTML.
 */
import { defineChart } from '@powerset/chart-kit';
import { validate } from '../shared/table-form.ts';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toQueries } from './query.ts';
import { isEmpty, toModel, undrawnOf } from './written.ts';

export const chart = defineChart({
  ...facts,
  form,
  validate,
  toQueries,
  toModel,
  toOptions: (model) => model,
  isEmpty,
  undrawnOf,
});
