export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type Placement =
  | 'bottom-start'
  | 'bottom-end'
  | 'bottom'
  | 'top-start'
  | 'top-end'
  | 'top'
  | 'right-start'
  | 'left-start';

export interface PlaceRequest {
  readonly anchor: Box;
  readonly size: { readonly width: number; readonly height: number };
  readonly viewport: { readonly width: number; readonly height: number };
  readonly placement: Placement;
  readonly gap?: number;
  readonly margin?: number;
  /** Room on the asked side that will do: there it stays and scrolls, though it would be longer. */
  readonly enough?: number;
}

export interface Place {
  readonly left: number;
  readonly top: number;
  readonly maxHeight: number;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

/** Where a popup stands so that it is wholly visible: on the asked side when it fits there, else on the roomier one. */
export function placeFloating(request: PlaceRequest): Place {
  return request.placement.startsWith('right') || request.placement.startsWith('left')
    ? placeBeside(request)
    : placeAboveOrBelow(request);
}

function placeAboveOrBelow({ anchor, size, viewport, placement, gap = 4, margin = 8, enough }: PlaceRequest): Place {
  const below = viewport.height - (anchor.top + anchor.height) - gap - margin;
  const above = anchor.top - gap - margin;
  const wantsTop = placement.startsWith('top');
  const room = wantsTop ? above : below;
  const isTop = Math.min(size.height, enough ?? size.height) <= room ? wantsTop : above > below;
  const maxHeight = Math.max(80, isTop ? above : below);
  const height = Math.min(size.height, maxHeight);
  const top = isTop ? anchor.top - gap - height : anchor.top + anchor.height + gap;
  const left = alignedLeft(placement, anchor, size.width);
  return {
    left: clamp(left, margin, Math.max(margin, viewport.width - size.width - margin)),
    top: Math.max(margin, top),
    maxHeight,
  };
}

function alignedLeft(placement: Placement, anchor: Box, width: number): number {
  if (placement.endsWith('-end')) return anchor.left + anchor.width - width;
  if (placement.endsWith('-start')) return anchor.left;
  return anchor.left + anchor.width / 2 - width / 2;
}

function placeBeside({ anchor, size, viewport, placement, gap = 4, margin = 8 }: PlaceRequest): Place {
  const maxHeight = viewport.height - 2 * margin;
  const toRight = anchor.left + anchor.width + gap;
  const toLeft = anchor.left - gap - size.width;
  const fitsRight = toRight + size.width <= viewport.width - margin;
  const fitsLeft = toLeft >= margin;
  const isRight = placement.startsWith('right') ? fitsRight || !fitsLeft : !fitsLeft && fitsRight;
  const height = Math.min(size.height, maxHeight);
  return {
    left: clamp(isRight ? toRight : toLeft, margin, Math.max(margin, viewport.width - size.width - margin)),
    top: clamp(anchor.top, margin, Math.max(margin, viewport.height - height - margin)),
    maxHeight,
  };
}
