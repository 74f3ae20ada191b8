import {
  PointerSensor,
  type SensorDescriptor,
  type SensorOptions,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';

/** Marks what a finger drags at once. Elsewhere it scrolls, and drags what it has rested on. */
export const dragHandle = { 'data-drag-handle': '' } as const;

const isOnHandle = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-drag-handle]') !== null;

class PressSensor extends PointerSensor {
  static override activators: (typeof PointerSensor)['activators'] = [
    {
      eventName: 'onPointerDown',
      handler: ({ nativeEvent: { isPrimary, button, pointerType, target } }) =>
        isPrimary && button === 0 && (pointerType !== 'touch' || isOnHandle(target)),
    },
  ];
}

class RestSensor extends TouchSensor {
  static override activators: (typeof TouchSensor)['activators'] = [
    {
      eventName: 'onTouchStart',
      handler: ({ nativeEvent: { touches, target } }) => touches.length === 1 && !isOnHandle(target),
    },
  ];
}

/** How long a finger rests on what it is about to drag, and how far it may slip meanwhile. */
const rest = { delay: 250, tolerance: 8 };

/** A pointer drags what it pulls; a finger, which scrolls by pulling, what it has rested on. */
export function useDragSensors(): SensorDescriptor<SensorOptions>[] {
  return useSensors(
    useSensor(PressSensor, { activationConstraint: { distance: 5 } }),
    useSensor(RestSensor, { activationConstraint: rest }),
  );
}
