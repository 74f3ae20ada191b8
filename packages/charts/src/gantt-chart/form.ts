import {
  adhocFiltersControl,
  type ControlChoice,
  checkbox,
  colorSchemeControl,
  control,
  controlValue,
  defineForm,
  type FormOf,
  legendRows,
  metricsControl,
  numberFormatChoices,
  plainChoices,
  type RuleContext,
  rowLimitControl,
  section,
  timeFormatChoices,
  timeFormatControl,
  titleSection,
  type Validator,
  validateNonEmpty,
  validateOrderBy,
  withControl,
  zoomableControl,
} from '@powerset/chart-kit';
import { legendSortControl } from '../shared/legend-order.ts';

const timeColumn = <const Name extends string>(name: Name, label: string, description: string) =>
  control({
    name,
    label,
    description,
    type: 'column',
    columnTypes: ['temporal'],
    changes: 'query',
    validators: [validateNonEmpty],
  });

const seriesControl = control({
  name: 'series',
  type: 'column',
  label: 'Dimension',
  default: null,
  isOptional: true,
  changes: 'query',
  description: 'Gives each of its values a color.',
});
const hasSeries = (context: RuleContext) => controlValue(context, seriesControl) !== null;

const orderChoices = ({ columns }: RuleContext): readonly ControlChoice[] =>
  columns.flatMap(({ name }) => [
    { value: JSON.stringify([name, true]), label: `${name} [asc]` },
    { value: JSON.stringify([name, false]), label: `${name} [desc]` },
  ]);

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00:00`);

const [[xTitle], [xMargin], [yTitle], [yMargin]] = titleSection.rows;

/** A time of day, `hh:mm` or `hh:mm:ss`, as milliseconds since midnight; null for other texts. */
export function timeOfDay(text: string): number | null {
  const [, hour = '', minute = '', second = '0'] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text.trim()) ?? [];
  if (hour === '' || Number(hour) > 24 || Number(minute) > 59 || Number(second) > 59) return null;
  return (Number(hour) * 60 + Number(minute)) * 60_000 + Number(second) * 1000;
}

const validateTimes: Validator = (value) => {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const isWrong = entries.length > 2 || entries.some((entry) => timeOfDay(String(entry)) === null);
  return isWrong && 'takes two times of day, such as 08:00:00';
};

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [timeColumn('start_time', 'Start Time', 'When each row begins.')],
      [timeColumn('end_time', 'End Time', 'When each row ends; empty where it goes on.')],
      [
        {
          name: 'y_axis',
          type: 'column',
          label: 'Y-axis',
          changes: 'query',
          validators: [validateNonEmpty],
          description: 'One row of bars for each of its values.',
        },
      ],
      [seriesControl],
      [
        checkbox('subcategories', 'Subcategories', {
          isVisible: hasSeries,
          description: 'Keeps the bars of each value of the dimension together within their row.',
        }),
      ],
      [
        withControl(metricsControl, {
          name: 'tooltip_metrics',
          label: 'Tooltip (metrics)',
          validators: [],
          description: 'Measures that tooltips show.',
        }),
      ],
      [
        {
          name: 'tooltip_columns',
          type: 'columns',
          label: 'Tooltip (columns)',
          isMulti: true,
          default: [],
          changes: 'query',
          description: 'Columns that tooltips show.',
        },
      ],
      [adhocFiltersControl],
      [
        {
          name: 'order_by_cols',
          type: 'order-by-columns',
          label: 'Ordering',
          isMulti: true,
          default: [],
          changes: 'query',
          choices: orderChoices,
          validators: [validateOrderBy],
        },
      ],
      [rowLimitControl],
    ],
  },
  section({ ...titleSection, rows: [[xTitle], [xMargin], [yTitle], [yMargin]] }),
  {
    label: 'Chart options',
    tab: 'customize',
    rows: [
      [colorSchemeControl],
      [zoomableControl],
      [
        checkbox('show_extra_controls', 'Extra Controls', {
          isVisible: hasSeries,
          description: 'Shows a switch of the subcategories on the chart itself.',
        }),
      ],
    ],
  },
  { label: 'Legend', tab: 'customize', rows: [...legendRows, [legendSortControl]] },
  {
    label: 'X Axis',
    tab: 'customize',
    rows: [
      [
        {
          name: 'x_axis_time_bounds',
          type: 'select',
          label: 'Bounds',
          isMulti: true,
          isFreeForm: true,
          isClearable: true,
          default: [],
          choices: plainChoices(hours),
          changes: 'drawing',
          validators: [validateTimes],
          description: 'Times of day at which the axis begins on the first day and ends on the last.',
        },
      ],
      [timeFormatControl],
    ],
  },
  {
    label: 'Tooltip',
    tab: 'customize',
    rows: [
      [
        {
          name: 'tooltipTimeFormat',
          type: 'select',
          label: 'Tooltip time format',
          default: 'smart_date',
          isFreeForm: true,
          choices: timeFormatChoices,
          changes: 'drawing',
        },
      ],
      [
        {
          name: 'tooltipValuesFormat',
          type: 'select',
          label: 'Number format',
          default: 'SMART_NUMBER',
          isFreeForm: true,
          isClearable: false,
          choices: numberFormatChoices,
          changes: 'drawing',
        },
      ],
    ],
  },
]);

export type GanttForm = FormOf<typeof form>;
