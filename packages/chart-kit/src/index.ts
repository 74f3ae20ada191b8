/**
 * LANGUAGE OF CHARTS. How a chart type is declared: controls, validators, formats, colours, result-table helpers.
 * In: forms and result tables. Out: query objects, models, drawing options. No React, no DOM.
 */
export * from './adhoc-filters.ts';
export * from './annotations.ts';
export * from './asked-charts.ts';
export * from './async-choices.ts';
export * from './changes.ts';
export * from './choices.ts';
export * from './color-schemes.ts';
export * from './colors.ts';
export * from './column-config.ts';
export * from './conditional-formatting.ts';
export * from './controls.ts';
export * from './define.ts';
export * from './definitions.ts';
export * from './digits.ts';
export * from './duration-formats.ts';
export * from './extra-form-data.ts';
export * from './form-reading.ts';
export * from './form-transforms.ts';
export * from './form-types.ts';
export * from './form-values.ts';
export * from './format-locales.ts';
export * from './forms.ts';
export * from './formulas.ts';
export * from './german-formats.ts';
export * from './look-sections.ts';
export * from './map-layers.ts';
export * from './map-values.ts';
export * from './msg.ts';
export * from './narrowed-queries.ts';
export * from './notes.ts';
export * from './number-formats.ts';
export * from './panels.ts';
export * from './plugins.ts';
export * from './queries.ts';
export * from './query-sections.ts';
export * from './result-charts.ts';
export * from './result-tables.ts';
export * from './rolling-windows.ts';
export * from './series-labels.ts';
export * from './table-calculations.ts';
export * from './themes.ts';
export * from './time-formats.ts';
export * from './time-series-queries.ts';
export * from './validators.ts';
