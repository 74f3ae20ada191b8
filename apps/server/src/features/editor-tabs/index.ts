/**
 * TAB STATES. Open tabs of the SQL editor and their table panels, kept for the next visit.
 * A tab is its owner's alone: another user's answers 403, an unknown one 404, both with an empty body.
 */
export { type EditorTabsOptions, registerEditorTabs } from './routes.ts';
export { listTabLabels, loadActiveTab, toWireEditorTab } from './service.ts';
