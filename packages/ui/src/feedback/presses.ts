/** What was pressed, and where it stood in case another takes its place. */
export interface Pressed {
  readonly element: Element;
  readonly box: Box;
  /** What it stood in, outwards, and where that was. */
  readonly around: readonly Surrounding[];
  /** The address at which it stood: on another page nothing is where it was. */
  readonly path: string;
}

interface Surrounding {
  readonly element: Element;
  readonly left: number;
  readonly top: number;
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

const wholePage = 'body, html';

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
  const around: Surrounding[] = [];
  for (let outer = element.parentElement; outer && !outer.matches(wholePage); outer = outer.parentElement) {
    const { left, top } = outer.getBoundingClientRect();
    around.push({ element: outer, left, top });
  }
  const { left, top, width, height } = element.getBoundingClientRect();
  return { element, around, box: { left, top, width, height }, path: location.pathname };
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

function boxOf({ element, around, box, path }: Pressed): Box | null {
  if (isDrawn(element)) return element.getBoundingClientRect();
  // Where a button gave way to another, or its list was drawn anew, the eyes are still there.
  const still = around.find((outer) => isDrawn(outer.element));
  if (!still || path !== location.pathname) return null;
  const now = still.element.getBoundingClientRect();
  return { ...box, left: box.left + now.left - still.left, top: box.top + now.top - still.top };
}

/** Not scrolled away, and under nothing else. */
function isInSight({ left, top, width, height }: Box, { element, around }: Pressed): boolean {
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!hit) return false;
  return hit.contains(element) || element.contains(hit) || around.some((outer) => outer.element.contains(hit));
}
