import type { ChartMenuRequest } from '@powerset/charts/views';
import type { HTMLAttributes, KeyboardEvent, MouseEvent, TouchEvent } from 'react';

/** How long a finger rests until the menu opens, and how far it may stray meanwhile. */
const restMs = 500;
const strayPx = 10;

/**
 * The gestures that ask for a chart's menu. A resting finger and the menu key become the event that the right button
 * is, where they are: so the chart finds its mark in one way alone. What no mark takes is about the whole chart.
 */
export function menuGestures(onMenu: (request: ChartMenuRequest) => void): HTMLAttributes<HTMLElement> {
  let resting: ReturnType<typeof setTimeout> | undefined;
  let from: { readonly x: number; readonly y: number } | null = null;
  let openedByTouch = false;
  const stop = () => {
    clearTimeout(resting);
    from = null;
  };
  return {
    onContextMenu: (event: MouseEvent) => {
      // A finger that rests is told of twice where the browser tells of it too.
      if (from) stop();
      if (event.isDefaultPrevented() || isText(event.target)) return;
      event.preventDefault();
      onMenu({ clientX: event.clientX, clientY: event.clientY, selection: null, mark: null });
    },
    onKeyDown: (event: KeyboardEvent) => {
      const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
      if (!isMenuKey || event.isDefaultPrevented() || !(event.target instanceof Element)) return;
      event.preventDefault();
      const box = event.target.getBoundingClientRect();
      ask(event.target, { x: box.left + Math.min(24, box.width / 2), y: box.top + Math.min(24, box.height / 2) });
    },
    onTouchStart: (event: TouchEvent) => {
      stop();
      openedByTouch = false;
      const touch = event.touches[0];
      const { target } = event;
      if (!touch || event.touches.length > 1 || !(target instanceof Element)) return;
      const at = { x: touch.clientX, y: touch.clientY };
      from = at;
      resting = setTimeout(() => {
        stop();
        openedByTouch = true;
        ask(target, at);
      }, restMs);
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      if (from && touch && Math.hypot(touch.clientX - from.x, touch.clientY - from.y) > strayPx) stop();
    },
    onTouchEnd: (event: TouchEvent) => {
      stop();
      // The click that would follow is none: the finger asked for the menu.
      if (openedByTouch && event.cancelable) event.preventDefault();
    },
    onTouchCancel: stop,
  };
}

function ask(target: Element, { x, y }: { readonly x: number; readonly y: number }): void {
  target.dispatchEvent(
    new window.MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: x, clientY: y, button: 2 }),
  );
}

/** Fields have the browser's own menu, for pasting. */
const isText = (target: EventTarget) =>
  target instanceof Element && target.closest('input, textarea, a[href]') !== null;
