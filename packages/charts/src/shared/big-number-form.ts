import {
  checkbox,
  conditionalFormattingControl,
  controlRows,
  currencyFormatControl,
  dateFormatControl,
  numberFormatControl,
  sizeControl,
  withControl,
} from '@powerset/chart-kit';

/** Sizes of the figure and of the line below it, as shares of the chart's height. */
export const bigNumberSizeRows = controlRows([
  [
    sizeControl('header_font_size', 'Big Number Font Size', {
      default: 0.4,
      steps: [
        [0.2, 'Tiny'],
        [0.3, 'Small'],
        [0.4, 'Normal'],
        [0.5, 'Large'],
        [0.6, 'Huge'],
      ],
    }),
  ],
  [
    sizeControl('subheader_font_size', 'Subheader Font Size', {
      default: 0.15,
      steps: [
        [0.125, 'Tiny'],
        [0.15, 'Small'],
        [0.2, 'Normal'],
        [0.3, 'Large'],
        [0.4, 'Huge'],
      ],
    }),
  ],
]);

export const bigNumberFormatRows = controlRows([
  [withControl(numberFormatControl, { label: 'Number format' })],
  [currencyFormatControl],
  [withControl(dateFormatControl, { name: 'time_format' })],
  [
    checkbox('force_timestamp_formatting', 'Force date format', {
      description: 'Use date formatting even when metric value is not a timestamp',
    }),
  ],
]);

export const headingFormattingRow = [conditionalFormattingControl];
