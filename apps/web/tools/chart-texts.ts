import {
  type ControlContext,
  type ControlDefinition,
  conditionColorLabel,
  conditionColors,
  numberFormatChoices,
  percentFormatChoices,
  textAlignChoices,
  timeFormatChoices,
  timeShiftChoices,
} from '@powerset/chart-kit';
import { chartDefinitions } from '@powerset/charts/definitions';

const context: ControlContext = {
  form: { viz_type: '' },
  columns: [],
  metrics: [],
  timeGrains: [],
  mainTemporalColumn: null,
  maxRows: 0,
};

/** Names of colour schemes are proper names. */
const untranslated = new Set(['color-scheme', 'sequential-scheme', 'hidden']);
/** Numbers, formats and signs read the same in every language. */
const isWorded = (text: string) => /^[\p{L}\d]/u.test(text) && /\p{L}{2}/u.test(text) && !/^\.\d/.test(text);

function textsOfControl(control: ControlDefinition): readonly (string | undefined)[] {
  const { choices = [] } = control;
  const offered = typeof choices === 'function' ? choices(context) : choices;
  const labels = untranslated.has(control.type) ? [] : offered.map((choice) => choice.label);
  return [control.label, control.description, control.placeholder, ...labels];
}

/** Every text that the charts' definitions show: names, controls and their choices, the gallery's words. */
export function chartTexts(): readonly string[] {
  const ofCharts = chartDefinitions.flatMap((chart) => [
    chart.name,
    chart.description,
    chart.category,
    chart.badge,
    chart.badgeExplanation,
    ...chart.tags,
    ...chart.sections.flatMap((section) => [section.label, ...section.rows.flat().flatMap(textsOfControl)]),
  ]);
  const shared = [numberFormatChoices, percentFormatChoices, textAlignChoices, timeFormatChoices, timeShiftChoices];
  const all = [
    ...ofCharts,
    ...shared.flat().map((choice) => choice.label),
    ...conditionColors.map(conditionColorLabel),
  ];
  return [...new Set(all.filter((text): text is string => text !== undefined && isWorded(text)))].sort();
}
