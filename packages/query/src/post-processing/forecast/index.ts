export { forecastsAsOf, hasForecast } from './as-of.ts';
export { prophet } from './prophet.ts';
