import { barStackChoices, type ControlSection, pairChoices } from '@powerset/chart-kit';
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

export const sections: readonly ControlSection[] = [
  ...seriesDataSections,
  orientationSection,
  ...seriesLookSections({ stack: barStackChoices, own: [] }),
];
