/**
 * REPORTS. Charts and dashboards delivered by the clock, and alerts when a query's value counts. In: what people wrote, and
 * the time. Out: mail and posts, each at most once, drawn without a browser as the one who answers for the report, with the
 * rights of that moment; and how each run went.
 */
export type { Reports } from './clock.ts';
export { readRecipients } from './recipients.ts';
export { type ReportParts, registerReports } from './routes.ts';
