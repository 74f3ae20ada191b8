import { defineForm, type FormOf, withoutControl } from '@powerset/chart-kit';
import { rearrangeControl, tableOptionsSection, tablePeriodSection, tableQuerySection } from '../shared/table-form.ts';

const rowLimit = 10_000;

const querySection = {
  ...tableQuerySection,
  // Only a default differs: the rows hold the same controls, of the same types.
  rows: tableQuerySection.rows.map((row) =>
    row.map((one) => (one.name === 'row_limit' ? { ...one, default: rowLimit } : one)),
  ) as unknown as typeof tableQuerySection.rows,
};

/** Columns of a grid are always moved, so that no switch allows it. */
export const form = defineForm([
  querySection,
  tablePeriodSection,
  withoutControl(tableOptionsSection, rearrangeControl),
]);

export type GridForm = FormOf<typeof form>;
