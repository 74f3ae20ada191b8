import type { EditorView } from '@codemirror/view';

const fields = 'input, textarea, select, [contenteditable=true]';
const dialogs = '[role=dialog], [role=alertdialog]';

/** Whoever opens the editor writes at once; on a touch screen that would call its keyboard over half of the page. */
export function focusAtOpening(view: EditorView): void {
  const isBusy = document.activeElement?.matches(fields) === true || document.querySelector(dialogs) !== null;
  if (!isBusy && matchMedia('(pointer: fine)').matches) view.focus();
}
