/**
 * VIEW. A dashboard as it is read: head, tabs, the grid, and each chart's card with its menu and dialogs.
 * In: the open dashboard. Out: elements. Edit mode draws its own canvas from the same cards.
 */

export { ChartCard } from './ChartCard.tsx';
export { DashboardFrame, DashboardMain, DashboardScroll } from './DashboardFrame.tsx';
export { DashboardHead } from './DashboardHead.tsx';
export { DashboardStyle } from './DashboardStyle.tsx';
export { HeadEnd, HeadFrame } from './HeadFrame.tsx';
export { LayoutNotice } from './LayoutNotice.tsx';
export { LayoutView, useTopNode } from './LayoutView.tsx';
export { columnClass, headerClass, partClasses, rowClass } from './layout-parts.ts';
export { cellStyle, rowStyle } from './node-styles.ts';
export { Presence } from './Presence.tsx';
export { TopTabs, TopTabsFrame } from './TopTabs.tsx';
export { useEditMode } from './use-edit-mode.ts';
export { useFullSizeOfAddress } from './use-full-size.ts';
export { usePrintedSize } from './use-printed-size.ts';
export { useAutoRefresh, useReconnect } from './use-refresh.ts';
