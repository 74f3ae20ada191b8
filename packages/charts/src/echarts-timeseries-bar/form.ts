import { barStackChoices, type ControlSection, pairChoices, stackDimensionControl } from '@powerset/chart-kit';
import { seriesDataSections, seriesLookSections } from '../shared/series-form.ts';

const orientationSection: ControlSection = {
  label: 'Bar orientation',
  tab: 'customize',
  rows: [
    [
      {
        name: 'orientation',
        type: 'radio',
        label: 'Orientation',
        default: 'vertical',
        changes: 'drawing',
        choices: pairChoices([
          ['vertical', 'Vertical'],
          ['horizontal', 'Horizontal'],
        ]),
      },
    ],
  ],
};

/** Bars stand on categories anyway. */
const dataSections = seriesDataSections.map((section) => ({
  ...section,
  rows: section.rows.filter((row) => row.every((control) => control.name !== 'xAxisForceCategorical')),
}));

export const sections: readonly ControlSection[] = [
  ...dataSections,
  orientationSection,
  ...seriesLookSections({ stack: barStackChoices, own: [[stackDimensionControl]] }),
];
