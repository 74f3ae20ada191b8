import { control, defineForm, type FormOf, plainChoices, validateInteger } from '@powerset/chart-kit';
import { densityRows, mapRows, scriptSection, sizeControl, spatialControl } from '../shared/maps/map-form.ts';

/** The reference's own colours; the numbers are theirs too. */
const usualContours = [
  { lowerThreshold: 4, color: { r: 255, g: 0, b: 255, a: 100 }, strokeWidth: 1, zIndex: 10 },
  { lowerThreshold: 5, color: { r: 0, g: 255, b: 0, a: 100 }, strokeWidth: 2, zIndex: 11 },
  { lowerThreshold: 6, upperThreshold: 10, color: { r: 0, g: 0, b: 255, a: 100 } },
];

export const form = defineForm([
  { label: 'Query', tab: 'data', rows: [[spatialControl], [sizeControl], ...densityRows] },
  {
    label: 'Map',
    tab: 'data',
    rows: [
      ...mapRows,
      [
        control({
          name: 'cellSize',
          type: 'number',
          label: 'Cell Size',
          default: 300,
          min: 1,
          isClearable: false,
          changes: 'drawing',
          validators: [validateInteger],
          description: 'The size of each cell in meters',
        }),
      ],
      [
        control({
          name: 'aggregation',
          type: 'select',
          label: 'Aggregation',
          default: 'sum',
          choices: plainChoices(['sum', 'min', 'max', 'mean']),
          isClearable: false,
          changes: 'drawing',
          description: 'The function to use when aggregating points into groups',
        }),
      ],
      [
        control({
          name: 'contours',
          type: 'contours',
          label: 'Contours',
          default: usualContours,
          changes: 'drawing',
          description: 'Lines at a value, and areas between two values.',
        }),
      ],
    ],
  },
  scriptSection,
]);

export type ContourForm = FormOf<typeof form>;
