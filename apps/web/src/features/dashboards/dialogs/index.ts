/**
 * DIALOGS. What the menus of a dashboard open: properties, refresh interval, save as, delete, and the filters' own.
 * In: which one. Out: a changed, copied or deleted dashboard. Their code comes with the first that is opened.
 */
import { lazyPart } from '../../../shell/index.ts';

export { ColorSchemeField } from './ColorSchemeField.tsx';
export { CssField } from './CssField.tsx';
export type { DashboardDialog } from './DashboardDialogs.tsx';
export { Deleted } from './Deleted.tsx';

export { returnPart } from './return-part.ts';

export const DashboardDialogs = lazyPart(async () => (await import('./DashboardDialogs.tsx')).DashboardDialogs);
