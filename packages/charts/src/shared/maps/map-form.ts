import {
  adhocFiltersControl,
  type ControlDefinition,
  checkbox,
  colorPickerControl,
  colorSchemeControl,
  control,
  controlRows,
  controlValue,
  defaultViewport,
  linearColorSchemeControl,
  msg,
  numberFormatChoices,
  pairChoices,
  type RuleContext,
  rowLimitControl,
  section,
  validateInteger,
  validateNonEmpty,
  validateNumber,
  withControl,
} from '@powerset/chart-kit';
import { mapStyleChoices, modernMapStyle, ownMap } from './map-styles.ts';

export const spatialControl = control({
  name: 'spatial',
  type: 'spatial',
  label: 'Longitude & Latitude',
  changes: 'query',
  validators: [validateNonEmpty],
  description: 'Point to your spatial columns',
});
export const filterNullsControl = checkbox('filter_nulls', 'Ignore null locations', {
  default: true,
  changes: 'query',
  description: 'Whether to ignore locations that are null',
});
export const tooltipContentsControl = control({
  name: 'tooltip_contents',
  type: 'columns',
  label: 'Tooltip contents',
  isMulti: true,
  default: [],
  changes: 'query',
  description: 'Columns whose values are shown under the pointer.',
});
export const tooltipTemplateControl = control({
  name: 'tooltip_template',
  type: 'textarea',
  label: 'Customize tooltips template',
  default: '',
  changes: 'drawing',
  description: 'Text in which {{column}} stands for a value of the mark under the pointer.',
});
export const mapStyleControl = control({
  name: 'mapbox_style',
  type: 'select',
  label: 'Map Style',
  default: ownMap,
  choices: mapStyleChoices,
  isClearable: false,
  modernize: modernMapStyle,
  changes: 'drawing',
  validators: [validateNonEmpty],
  description: 'The ground on which the data lie.',
});
export const autozoomControl = checkbox('autozoom', 'Auto Zoom', {
  default: true,
  description: 'When checked, the map zooms to your data after each query',
});
export const viewportControl = control({
  name: 'viewport',
  type: 'viewport',
  label: 'Viewport',
  default: defaultViewport,
  changes: 'drawing',
  description: 'The part of the world that is shown where the map does not zoom to the data.',
});
export const mapRows = controlRows([[mapStyleControl], [autozoomControl], [viewportControl]]);

export const tooltipRows = controlRows([[tooltipContentsControl], [tooltipTemplateControl]]);

/** What each query of places asks besides its columns. */
export const placeRows = controlRows([[rowLimitControl], [filterNullsControl], [adhocFiltersControl], ...tooltipRows]);

/** The same for maps of density, which have no marks to tell of. */
export const densityRows = controlRows([
  [rowLimitControl],
  [filterNullsControl],
  [adhocFiltersControl],
  [tooltipContentsControl],
  [
    withControl(tooltipTemplateControl, {
      description: 'Kept with the chart: where colors flow together there is no mark to tell of.',
    }),
  ],
]);

export const sizeControl = control({
  name: 'size',
  type: 'metric',
  label: 'Weight',
  changes: 'query',
  validators: [validateNonEmpty],
  description: 'This metric is what the places count for.',
});

const colorSchemeTypes = pairChoices([
  ['fixed_color', 'Fixed color'],
  ['categorical_palette', 'Categorical palette'],
  ['color_breakpoints', 'Color breakpoints'],
]);
export const colorTypeControl = control({
  name: 'color_scheme_type',
  type: 'select',
  label: 'Color Scheme Type',
  default: 'categorical_palette',
  choices: colorSchemeTypes,
  isClearable: false,
  changes: 'drawing',
});
export const dimensionControl = control({
  name: 'dimension',
  type: 'column',
  label: 'Categorical Color',
  default: null,
  isClearable: true,
  changes: 'query',
  isVisible: (context) => controlValue(context, colorTypeControl) === 'categorical_palette',
  description: 'Pick a dimension from which categorical colors are defined',
});

/** A rule: colours are chosen in this way. */
export function hasColorType(type: string, of: ControlDefinition = colorTypeControl) {
  return (context: RuleContext): boolean => controlValue(context, of) === type;
}

export const fixedColorControl = withControl(colorPickerControl, {
  label: 'Fixed Color',
  isVisible: hasColorType('fixed_color'),
});
export const categoricalSchemeControl = withControl(colorSchemeControl, {
  label: 'Color Scheme',
  isVisible: hasColorType('categorical_palette'),
});
export const defaultBreakpointColorControl = control({
  name: 'default_breakpoint_color',
  type: 'color',
  label: 'Default color',
  default: { r: 158, g: 158, b: 158, a: 1 },
  changes: 'drawing',
  isVisible: hasColorType('color_breakpoints'),
  description: 'The color of values that lie within no breakpoint.',
});
export const breakpointsControl = control({
  name: 'color_breakpoints',
  type: 'color-breakpoints',
  label: 'Color breakpoints',
  changes: 'drawing',
  isVisible: hasColorType('color_breakpoints'),
  description: 'Ranges of values, each with a color of its own.',
});
export const breakpointRows = controlRows([[defaultBreakpointColorControl], [breakpointsControl]]);
export const linearSchemeControl = withControl(linearColorSchemeControl, {
  label: 'Linear Color Scheme',
  isVisible: hasColorType('linear_palette'),
});

export const legendPositionControl = control({
  name: 'legend_position',
  type: 'select',
  label: 'Legend Position',
  default: 'tr',
  isClearable: false,
  choices: pairChoices([
    [null, 'None'],
    ['tl', 'Top left'],
    ['tr', 'Top right'],
    ['bl', 'Bottom left'],
    ['br', 'Bottom right'],
  ]),
  isOptional: true,
  changes: 'drawing',
});
export const legendFormatControl = control({
  name: 'legend_format',
  type: 'select',
  label: 'Legend Format',
  default: 'SMART_NUMBER',
  choices: numberFormatChoices,
  isFreeForm: true,
  isClearable: false,
  changes: 'drawing',
});
export const legendRows = controlRows([[legendPositionControl], [legendFormatControl]]);

export const gridSizeControl = control({
  name: 'grid_size',
  type: 'number',
  label: 'Grid Size',
  default: 20,
  min: 1,
  changes: 'drawing',
  validators: [validateNonEmpty, validateInteger],
  description: 'The length of a cell in meters; cells that would be too small to be seen are enlarged.',
});
export const extrudedControl = checkbox('extruded', 'Extruded', {
  default: true,
  description: 'Whether to make the cells as high as their values, seen where the map is tilted.',
});
export const lineWidthControl = control({
  name: 'line_width',
  type: 'number',
  label: 'Line width',
  default: 1,
  min: 0,
  changes: 'drawing',
  validators: [validateNumber],
  description: 'The width of the lines',
});
export const lineWidthUnitControl = control({
  name: 'line_width_unit',
  type: 'select',
  label: 'Line width unit',
  default: 'pixels',
  choices: pairChoices([
    ['meters', 'meters'],
    ['pixels', 'pixels'],
  ]),
  isClearable: false,
  changes: 'drawing',
});
export const lineColumnControl = control({
  name: 'line_column',
  type: 'column',
  label: 'Lines column',
  changes: 'query',
  validators: [validateNonEmpty],
  description: 'The database columns that contains lines information',
});
export const reverseControl = checkbox('reverse_long_lat', 'Reverse Lat & Long', {
  description: 'Whether pairs are read as latitude and longitude.',
});

const script = <const Name extends string>(name: Name, label: string) =>
  control({
    name,
    type: 'textarea',
    label,
    default: '',
    changes: 'drawing',
    description: msg('Kept with the chart and not run: the page runs no scripts that were typed.'),
  });

/** Scripts of the reference, which are kept as they are. */
export const scriptSection = section({
  label: 'Advanced',
  tab: 'data',
  isCollapsed: true,
  rows: [
    [
      {
        name: 'js_columns',
        type: 'columns',
        label: 'Extra data for JS',
        isMulti: true,
        default: [],
        changes: 'query',
        description: 'Columns that are asked for besides the others; tooltip templates may name them.',
      },
    ],
    [script('js_data_mutator', 'JavaScript data interceptor')],
    [script('js_tooltip', 'JavaScript tooltip generator')],
    [script('js_onclick_href', 'JavaScript onClick href')],
  ],
});

export const filledControl = checkbox('filled', 'Filled', {
  default: true,
  description: 'Whether to fill the objects',
});
export const strokedControl = checkbox('stroked', 'Stroked', { description: 'Whether to display the stroke' });

const primaryColor = { r: 0, g: 122, b: 135, a: 1 };
export const fillColorControl = control({
  name: 'fill_color_picker',
  type: 'color',
  label: 'Fill Color',
  default: primaryColor,
  changes: 'drawing',
});
export const strokeColorControl = control({
  name: 'stroke_color_picker',
  type: 'color',
  label: 'Stroke Color',
  default: primaryColor,
  changes: 'drawing',
});

/** A number that is typed, and needed. */
export function neededNumber<const Name extends string>(name: Name, label: string, value: number) {
  return control({
    name,
    type: 'number',
    label,
    default: value,
    changes: 'drawing',
    validators: [validateNonEmpty, validateNumber],
  });
}
