/**
 * LANGUAGE OF CHARTS. How a chart type is declared: controls, validators, formats, colours, result-table helpers.
 * In: forms and result tables. Out: query objects, models, drawing options. No React, no DOM.
 */
export * from './definitions.ts';
