import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../class-names.ts';
import { placementOnPage } from '../layout/direction.ts';
import styles from './Floating.module.css';
import { focusFirst } from './focus.ts';
import { type Place, type Placement, placeFloating } from './place.ts';
import { useHeldFocus } from './use-held-focus.ts';

export interface FloatingProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly placement?: Placement;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly role?: 'dialog' | 'menu' | 'listbox' | 'presentation';
  readonly label?: string;
  readonly id?: string;
  /** At least as wide as what it hangs on. */
  readonly isAnchorWide?: boolean;
  /** Leaves the focus where it is, for lists under a field. */
  readonly keepsFocus?: boolean;
}

const isSamePlace = (a: Place, b: Place) => a.left === b.left && a.top === b.top && a.maxHeight === b.maxHeight;

interface PlaceInput {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly popup: RefObject<HTMLElement | null>;
  readonly placement: Placement;
  readonly isList: boolean;
}

/** Five rows or so: a list under its field is as good as a longer one over it. */
const listRoomPx = 170;

/** The lower end of the room for a list under a field: the buttons of a dialog around the field have to stay in reach. */
function endOfRoom(anchor: HTMLElement): number {
  const foot = anchor.closest('[role="dialog"]')?.querySelector('[data-dialog-foot]');
  const top = foot?.getBoundingClientRect().top ?? innerHeight;
  return top > anchor.getBoundingClientRect().bottom ? Math.min(innerHeight, top) : innerHeight;
}

function usePlace({ anchor, popup, placement, isList }: PlaceInput) {
  const [place, setPlace] = useState<Place | null>(null);
  const update = useCallback(() => {
    if (!anchor.current || !popup.current) return;
    const box = anchor.current.getBoundingClientRect();
    // A trigger that is hidden while its layer is open stands nowhere: the layer stays where it was.
    const isHidden = anchor.current.getClientRects().length === 0;
    const size = { width: popup.current.offsetWidth, height: popup.current.scrollHeight + 2 };
    const viewport = { width: innerWidth, height: isList ? endOfRoom(anchor.current) : innerHeight };
    const enough = isList ? listRoomPx : undefined;
    const next = placeFloating({ anchor: box, size, viewport, placement: placementOnPage(placement), enough });
    setPlace((last) => (last && (isHidden || isSamePlace(last, next)) ? last : next));
  }, [anchor, popup, placement, isList]);
  useLayoutEffect(() => {
    update();
    const observer = new ResizeObserver(update);
    if (popup.current) observer.observe(popup.current);
    if (anchor.current) observer.observe(anchor.current);
    addEventListener('resize', update);
    addEventListener('scroll', update, true);
    // What comes in above the anchor moves it, and nothing tells.
    let last = anchor.current?.getBoundingClientRect();
    let frame = requestAnimationFrame(function look() {
      const now = anchor.current?.getBoundingClientRect();
      if (now && (now.left !== last?.left || now.top !== last.top)) update();
      last = now;
      frame = requestAnimationFrame(look);
    });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      removeEventListener('resize', update);
      removeEventListener('scroll', update, true);
    };
  }, [update, popup, anchor]);
  return place;
}

/** Calls back on a press outside; presses inside popups that were opened from this one bubble through React and count as inside. */
function useOutsidePress(anchor: RefObject<HTMLElement | null>, onOutside: () => void) {
  const isInside = useRef(false);
  const callback = useRef(onOutside);
  callback.current = onOutside;
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      const wasInside = isInside.current;
      isInside.current = false;
      // A press on the anchor is the trigger's own: it toggles.
      if (wasInside || (event.target instanceof Node && anchor.current?.contains(event.target))) return;
      callback.current();
    };
    addEventListener('pointerdown', onPress);
    return () => removeEventListener('pointerdown', onPress);
  }, [anchor]);
  return () => {
    isInside.current = true;
  };
}

/** A raised layer beside an anchor: kept in view, closed by Esc or a press outside, focus handed in and back. */
export function Floating(props: FloatingProps) {
  const { anchor, onClose, placement = 'bottom-start', role = 'dialog', keepsFocus = false } = props;
  const popup = useRef<HTMLDivElement>(null);
  const place = usePlace({ anchor, popup, placement, isList: keepsFocus });
  const markInside = useOutsidePress(anchor, onClose);
  useHeldFocus(popup, !keepsFocus);
  useEffect(() => {
    // A dialog that came up meanwhile has made the anchor inert and keeps the focus.
    if (keepsFocus || anchor.current?.closest('[inert]')) return;
    const opener = document.activeElement;
    const layer = popup.current;
    if (layer) focusFirst(layer);
    return () => {
      const isFocusLost = document.activeElement === document.body || layer?.contains(document.activeElement);
      if (isFocusLost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [keepsFocus, anchor]);
  const width = props.isAnchorWide ? { minWidth: anchor.current?.offsetWidth } : {};
  const position = place
    ? { left: place.left, top: place.top, maxHeight: place.maxHeight }
    : { left: 0, top: 0, visibility: 'hidden' as const };
  return createPortal(
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is one of three that all take a label
    // biome-ignore lint/a11y/noStaticElementInteractions: the role is given, by value
    <div
      ref={popup}
      id={props.id}
      role={role}
      aria-label={props.label}
      tabIndex={-1}
      className={classNames(styles.layer, props.className)}
      style={{ ...props.style, ...width, ...position, ...(place ? {} : { animation: 'none' }) }}
      onPointerDownCapture={markInside}
      onKeyDown={(event) => {
        // What stands inside may have its own use for the key, for example to put away a list.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      {props.children}
    </div>,
    document.body,
  );
}
