import {
  adhocFiltersControl,
  control,
  currencyFormatControl,
  defineForm,
  type FormOf,
  metricControl,
  msg,
  numberFormatControl,
  type Validator,
  withControl,
} from '@powerset/chart-kit';

const validateNumbers: Validator = (value) =>
  String(value ?? '').trim() === '' ||
  String(value)
    .split(',')
    .every((part) => part.trim() !== '' && Number.isFinite(Number(part)))
    ? false
    : msg('is expected to be numbers with commas between them');

const listControl = <const Name extends string>(name: Name, label: string, description: string) =>
  control({ name, type: 'text', label, default: '', changes: 'drawing', description });
const numbersControl = <const Name extends string>(name: Name, label: string, description: string) =>
  withControl(listControl(name, label, description), { validators: [validateNumbers] });

export const form = defineForm([
  { label: 'Query', tab: 'data', rows: [[metricControl], [adhocFiltersControl]] },
  {
    label: 'Chart Options',
    tab: 'data',
    rows: [
      [numbersControl('ranges', 'Ranges', 'Ranges to highlight with shading')],
      [listControl('range_labels', 'Range labels', 'Labels for the ranges')],
      [numbersControl('markers', 'Markers', 'List of values to mark with triangles')],
      [listControl('marker_labels', 'Marker labels', 'Labels for the markers')],
      [numbersControl('marker_lines', 'Marker lines', 'List of values to mark with lines')],
      [listControl('marker_line_labels', 'Marker line labels', 'Labels for the marker lines')],
    ],
  },
  {
    label: 'Number format',
    tab: 'customize',
    rows: [
      [withControl(numberFormatControl, { name: 'number_format', label: 'Number format' })],
      [currencyFormatControl],
    ],
  },
]);

export type BulletForm = FormOf<typeof form>;
