/**
 * EDIT. The canvas on which a dashboard is arranged, by pointer and by keyboard, and the pane of parts beside it.
 * In: the open dashboard. Out: a changed layout, with undo. Its code comes when somebody edits.
 */
import { lazyPart } from '../../../shell/index.ts';

export const EditScreen = lazyPart(async () => (await import('./EditScreen.tsx')).EditScreen);
