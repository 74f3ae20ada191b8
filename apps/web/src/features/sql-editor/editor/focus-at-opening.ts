import type { EditorView } from '@codemirror/view';

const fields = 'input, textarea, select, [contenteditable=true]';
const dialogs = '[role=dialog], [role=alertdialog]';

/** Whoever opens the editor writes at once. */
export function focusAtOpening(view: EditorView): void {
  const isBusy = document.activeElement?.matches(fields) === true || document.querySelector(dialogs) !== null;
  if (!isBusy) focusText(view);
}

/** On a touch screen it would call the keyboard over half of the page. */
export function focusText(view: EditorView): void {
  if (matchMedia('(pointer: fine)').matches) view.focus();
}
