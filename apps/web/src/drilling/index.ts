/**
 * DRILLING. What a mark of a chart leads to: its menu, the rows behind it, its number by other columns.
 * In: a chart as it stands on a page, what that page does with marks. Out: the menu and the dialogs, loaded when asked for.
 */
export { type DrillSubject, expressionsOf, toAdhocFilter, toExcludingFilter } from './subject.ts';
export { type Drilling, useDrill } from './use-drill.tsx';
