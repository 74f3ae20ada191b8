/** What was pressed, and where it stood in case it is drawn anew. */
export interface Pressed {
  readonly element: Element;
  readonly parent: Element | null;
  /** From the parent's corner to the element's own, and its size. */
  readonly box: Box;
}

/** What a person pressed last, then what the menu or dialog that it stood in was opened from, outwards. */
export type Press = readonly Pressed[];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const layers = '[role=menu], [role=dialog], [role=alertdialog], [role=listbox]';
const pressable =
  'button, a, label, input, summary, [role=button], [role^=menuitem], [role=option], [role=tab], [role=switch]';

const modifiers = /^(Control|Meta|Alt|AltGraph|Shift)$/;

let last: Press = [];

/** What was pressed last; ask when a press is answered, before anything is waited for. */
export const lastPress = (): Press => last;

/** One press more: in the page everything begins anew, in a menu or a dialog it stands on what that was opened from. */
export function afterPress(before: Press, pressed: Pressed): Press {
  const layer = pressed.element.closest(layers);
  if (!layer) return [pressed];
  const outer = before.findIndex(({ element }) => element.closest(layers) === layer);
  const opened = outer === -1 ? before.filter(({ element }) => element.isConnected) : before.slice(outer + 1);
  return [pressed, ...opened];
}

/** Notes presses until the answered function is called. Keys count as a press of the button that names them. */
export function watchPresses(onPress: () => void): () => void {
  const note = (element: Element) => {
    last = afterPress(last, toPressed(element));
    onPress();
  };
  const onClick = ({ target }: Event) => {
    const element = target instanceof Element && !target.closest('[data-message]') ? target.closest(pressable) : null;
    if (element) note(element);
  };
  const onMenu = ({ target }: Event) => target instanceof Element && note(target);
  const onKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || modifiers.test(event.key)) return;
    const key = event.key.length > 1 ? event.key : event.key.toUpperCase();
    const keys = `Control${event.shiftKey ? '+Shift' : ''}+${key}`;
    const named = [...document.querySelectorAll(`[aria-keyshortcuts~="${CSS.escape(keys)}"]`)].find(isDrawn);
    if (named) note(named);
    // Whatever such keys did, it is not what was pressed before; in a dialog they paste and select.
    else if (!(event.target instanceof Element && event.target.closest(layers))) last = [];
  };
  document.addEventListener('click', onClick, true);
  document.addEventListener('contextmenu', onMenu, true);
  document.addEventListener('keydown', onKey, true);
  return () => {
    document.removeEventListener('click', onClick, true);
    document.removeEventListener('contextmenu', onMenu, true);
    document.removeEventListener('keydown', onKey, true);
  };
}

function toPressed(element: Element): Pressed {
  const { parentElement: parent } = element;
  const [own, around] = [element.getBoundingClientRect(), parent?.getBoundingClientRect()];
  const { width, height } = own;
  return {
    element,
    parent,
    box: { left: own.left - (around?.left ?? 0), top: own.top - (around?.top ?? 0), width, height },
  };
}

const isDrawn = (element: Element) => element.getClientRects().length > 0;

/** Where the first of a press is that can still be seen; null where none can. */
export function boxOfPress(press: Press): Box | null {
  for (const pressed of press) {
    const box = boxOf(pressed);
    if (box && isInSight(box, pressed)) return box;
  }
  return null;
}

function boxOf({ element, parent, box }: Pressed): Box | null {
  if (isDrawn(element)) return element.getBoundingClientRect();
  if (!parent || !isDrawn(parent)) return null;
  const { left, top } = parent.getBoundingClientRect();
  return { ...box, left: left + box.left, top: top + box.top };
}

/** Not scrolled away, and under nothing else. */
function isInSight({ left, top, width, height }: Box, { element, parent }: Pressed): boolean {
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!hit) return false;
  return hit.contains(element) || element.contains(hit) || hit === parent || parent?.contains(hit) === true;
}
