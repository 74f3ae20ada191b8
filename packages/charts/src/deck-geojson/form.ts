import {
  checkbox,
  control,
  defineForm,
  type FormOf,
  isShown,
  pairChoices,
  plainChoices,
  validateInteger,
  validateNonEmpty,
} from '@powerset/chart-kit';
import {
  autozoomControl,
  extrudedControl,
  fillColorControl,
  filledControl,
  lineWidthControl,
  lineWidthUnitControl,
  mapStyleControl,
  placeRows,
  scriptSection,
  strokeColorControl,
  strokedControl,
  viewportControl,
} from '../shared/maps/map-form.ts';

const labelsControl = checkbox('enable_labels', 'Enable labels', {
  description: 'Whether to write the names of points',
});
const hasLabels = isShown(labelsControl);
const iconsControl = checkbox('enable_icons', 'Enable icons', {
  description: 'Kept with the chart and not drawn: pictures of other servers are not loaded.',
});
const hasIcons = isShown(iconsControl);
const unit = pairChoices([
  ['meters', 'meters'],
  ['pixels', 'pixels'],
]);
const kept = 'Kept with the chart and not run: the page runs no scripts that were typed.';

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [
        control({
          name: 'geojson',
          type: 'column',
          label: 'GeoJson Column',
          changes: 'query',
          validators: [validateNonEmpty],
          description: 'Select the geojson column',
        }),
      ],
      ...placeRows,
    ],
  },
  {
    label: 'Map',
    tab: 'data',
    isCollapsed: true,
    rows: [[mapStyleControl], [viewportControl], [autozoomControl]],
  },
  {
    label: 'GeoJson Settings',
    tab: 'data',
    isCollapsed: true,
    rows: [
      [fillColorControl, strokeColorControl],
      [filledControl, strokedControl],
      [extrudedControl],
      [labelsControl],
      [
        checkbox('enable_label_javascript_mode', 'Enable label JavaScript mode', {
          isVisible: hasLabels,
          description: kept,
        }),
      ],
      [
        control({
          name: 'label_property_name',
          type: 'text',
          label: 'Label property name',
          default: 'name',
          changes: 'drawing',
          isVisible: hasLabels,
          description: 'The feature property to use for point labels',
        }),
      ],
      [
        control({
          name: 'label_color',
          type: 'color',
          label: 'Label color',
          default: { r: 0, g: 0, b: 0, a: 1 },
          changes: 'drawing',
          isVisible: hasLabels,
        }),
      ],
      [
        control({
          name: 'label_size',
          type: 'select',
          label: 'Label size',
          default: 24,
          choices: plainChoices([8, 16, 24, 32, 64, 128]),
          isFreeForm: true,
          changes: 'drawing',
          validators: [validateNonEmpty, validateInteger],
          isVisible: hasLabels,
        }),
        control({
          name: 'label_size_unit',
          type: 'select',
          label: 'Label size unit',
          default: 'pixels',
          choices: unit,
          isClearable: false,
          changes: 'drawing',
          isVisible: hasLabels,
        }),
      ],
      [
        control({
          name: 'label_javascript_config_generator',
          type: 'textarea',
          label: 'Label JavaScript config generator',
          default: '',
          changes: 'drawing',
          isVisible: hasLabels,
          description: kept,
        }),
      ],
      [iconsControl],
      [
        checkbox('enable_icon_javascript_mode', 'Enable icon JavaScript mode', {
          isVisible: hasIcons,
          description: kept,
        }),
      ],
      [
        control({
          name: 'icon_url',
          type: 'text',
          label: 'Icon URL',
          default: '',
          changes: 'drawing',
          isVisible: hasIcons,
        }),
      ],
      [
        control({
          name: 'icon_size',
          type: 'select',
          label: 'Icon size',
          default: 32,
          choices: plainChoices([16, 24, 32, 64, 128]),
          isFreeForm: true,
          changes: 'drawing',
          validators: [validateNonEmpty, validateInteger],
          isVisible: hasIcons,
        }),
        control({
          name: 'icon_size_unit',
          type: 'select',
          label: 'Icon size unit',
          default: 'pixels',
          choices: unit,
          isClearable: false,
          changes: 'drawing',
          isVisible: hasIcons,
        }),
      ],
      [
        control({
          name: 'icon_javascript_config_generator',
          type: 'textarea',
          label: 'Icon JavaScript config generator',
          default: '',
          changes: 'drawing',
          isVisible: hasIcons,
          description: kept,
        }),
      ],
      [lineWidthControl],
      [lineWidthUnitControl],
      [
        control({
          name: 'point_radius_scale',
          type: 'select',
          label: 'Point Radius Scale',
          default: null,
          choices: plainChoices([0, 100, 200, 300, 500]),
          isFreeForm: true,
          isOptional: true,
          changes: 'drawing',
          validators: [validateInteger],
        }),
      ],
    ],
  },
  scriptSection,
]);

export type GeojsonForm = FormOf<typeof form>;
