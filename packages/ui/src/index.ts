/**
 * FURNITURE. Buttons, fields, popups, toasts, grids and panes in the product's tokens.
 * In: props and translated words (`UiTextsProvider`). Out: elements. Knows no resource and calls no API.
 * Light pieces are drawn here; fields that are chosen from, grids and dialogs come with the pages that have them.
 */
// First, so that whatever a component says of its texts wins over their roles.
import './display/text-roles.module.css';
import './layout/line.module.css';

export * from './class-names.ts';
export * from './controls/Button.tsx';
export * from './controls/Checkbox.tsx';
export * from './controls/Field.tsx';
export * from './controls/IconButton.tsx';
export * from './controls/paste-values.ts';
export * from './controls/SearchInput.tsx';
export * from './controls/Select.tsx';
export * from './controls/Tabs.tsx';
export * from './controls/TextInput.tsx';
export * from './display/AvatarGroup.tsx';
export * from './display/Badge.tsx';
export * from './display/CopyButton.tsx';
export * from './display/cut-texts.ts';
export * from './display/EmptyState.tsx';
export * from './display/Histogram.tsx';
export * from './display/Icon.tsx';
export * from './display/Kbd.tsx';
export * from './display/LabelWithTooltip.tsx';
export * from './display/MiddleCut.tsx';
export * from './display/Pill.tsx';
export * from './display/Truncated.tsx';
export * from './display/TypeIcon.tsx';
export * from './display/text-roles.ts';
export * from './feedback/ErrorBox.tsx';
export * from './feedback/Progress.tsx';
export * from './feedback/presses.ts';
export * from './feedback/Skeletons.tsx';
export * from './feedback/Toasts.tsx';
export * from './feedback/toast-store.ts';
export * from './feedback/use-status-line.ts';
export * from './floating/Floating.tsx';
export * from './floating/Menu.tsx';
export * from './floating/MenuButton.tsx';
export * from './floating/Modal.tsx';
export * from './floating/Popover.tsx';
export * from './floating/place.ts';
export * from './floating/Tooltip.tsx';
export * from './grid/cell-text.ts';
export * from './grid/copy-formats.ts';
export * from './grid/DataGrid.tsx';
export * from './grid/grid-props.ts';
export * from './grid/local-window.ts';
export type { CutValue, FetchWindow, GridWindow } from './grid/window-cache.ts';
export * from './layout/CommandPalette.tsx';
export { forwardSign, isRightToLeft, readingKey } from './layout/direction.ts';
export * from './layout/line.ts';
export * from './layout/SplitPane.tsx';
export * from './layout/use-media.ts';
export * from './link.tsx';
export * from './new-uuid.ts';
export * from './texts.tsx';
export * from './theme/ThemeProvider.tsx';
export * from './theme/theme-mode.ts';
