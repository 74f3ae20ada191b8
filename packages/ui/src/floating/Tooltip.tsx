import { cloneElement, type ReactElement, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Kbd } from '../display/Kbd.tsx';
import { placementOnPage } from '../layout/direction.ts';
import { type Placement, placeFloating } from './place.ts';
import styles from './Tooltip.module.css';

const SHOW_DELAY_MS = 400;

export interface TooltipProps {
  readonly text: string;
  readonly shortcut?: string;
  readonly placement?: Placement;
  /** The text is already the trigger's label, so it is not spoken twice. */
  readonly isLabel?: boolean;
  readonly children: ReactElement<{ 'aria-describedby'?: string }>;
}

/** Words beside what the pointer rests on or the keyboard stands on. Never the only place for a fact. */
export function Tooltip({ text, shortcut, placement = 'bottom', isLabel, children }: TooltipProps) {
  const [isOpen, setIsOpen] = useState(false);
  const wrapper = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (delayMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsOpen(true), delayMs);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setIsOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the wrapper only listens; what acts is the child
    <span
      ref={wrapper}
      style={{ display: 'contents' }}
      onPointerEnter={() => show(SHOW_DELAY_MS)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {isLabel ? children : cloneElement(children, { 'aria-describedby': isOpen ? id : undefined })}
      {isOpen ? (
        <TooltipLayer id={id} anchor={wrapper.current?.firstElementChild ?? null} {...{ text, shortcut, placement }} />
      ) : null}
    </span>
  );
}

function TooltipLayer(props: {
  id: string;
  anchor: Element | null;
  text: string;
  shortcut?: string;
  placement: Placement;
}) {
  const { id, anchor, text, shortcut, placement } = props;
  const layer = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState<{ left: number; top: number } | null>(null);
  useLayoutEffect(() => {
    if (!anchor || !layer.current) return;
    const size = { width: layer.current.offsetWidth, height: layer.current.offsetHeight };
    const viewport = { width: innerWidth, height: innerHeight };
    const box = anchor.getBoundingClientRect();
    const placeAt = (at: Placement) =>
      placeFloating({ anchor: box, size, viewport, placement: placementOnPage(at), gap: 6 });
    const covers = ({ left, top }: { left: number; top: number }) =>
      left < box.right && left + size.width > box.left && top < box.bottom && top + size.height > box.top;
    const wished = placeAt(placement);
    // On a phone there is no room beside an entry of a menu.
    const { left, top } = covers(wished) ? placeAt('bottom') : wished;
    setPosition({ left, top });
  }, [anchor, placement]);
  return createPortal(
    <div
      ref={layer}
      id={id}
      role="tooltip"
      className={styles.tooltip}
      style={position ?? { left: 0, top: 0, visibility: 'hidden' }}
    >
      {text}
      {shortcut ? <Kbd keys={shortcut} /> : null}
    </div>,
    document.body,
  );
}
