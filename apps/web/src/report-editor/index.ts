/**
 * REPORT EDITOR. The dialog of one report or alert, and the entries that menus of charts and dashboards have for it.
 * In: what is to be delivered, or a saved report. Out: a report that is made, changed, paused or deleted.
 */

export { recipientText } from './recipient-text.ts';
export type { ReportSource, ReportStart } from './report-form.ts';
export { ReportModal } from './report-modal.ts';
export { type ReportsMenu, useReportsMenu } from './use-reports-menu.tsx';
