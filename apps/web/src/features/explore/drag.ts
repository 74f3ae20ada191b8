import type { DragEvent } from 'react';

/** What is dragged from the dataset pane to a control. */
export interface DragItem {
  readonly kind: 'column' | 'metric';
  readonly name: string;
}

const mime = 'application/x-powerset-field';

export function startDrag(event: DragEvent, item: DragItem): void {
  event.dataTransfer.setData(mime, JSON.stringify(item));
  event.dataTransfer.setData('text/plain', item.name);
  event.dataTransfer.effectAllowed = 'copy';
}

export function isFieldDrag(event: DragEvent): boolean {
  return event.dataTransfer.types.includes(mime);
}

export function readDrag(event: DragEvent): DragItem | undefined {
  const text = event.dataTransfer.getData(mime);
  if (!text) return undefined;
  // Written by `startDrag` alone.
  return JSON.parse(text) as DragItem;
}
