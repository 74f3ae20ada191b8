import { estimateTextWidth, fitText } from '../shared/text-widths.ts';

export interface WantedWord {
  readonly text: string;
  /** In px, before all are made to fit. */
  readonly size: number;
  /** In degrees, from level and against the clock. */
  readonly angle: number;
}

export interface PlacedWord {
  /** Which of the wanted words. */
  readonly at: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly angle: number;
}

interface Space {
  readonly width: number;
  readonly height: number;
}

/** Half sides around the middle of a box, and where that is. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
}

/** Nobody reads smaller letters. */
const smallestSize = 7;
/** How much of the space letters fill at most. */
const density = 0.62;
const mostTries = 4;
/** How many places are looked at for all words together, so that no cloud takes long. */
const mostPlaces = 250_000;

/**
 * Words around the middle, each at the first free place of a spiral, the largest first. Made smaller together until all
 * have a place; widths are estimates, so that the same words stand at the same places on every machine.
 */
export function placeWords(words: readonly WantedWord[], space: Space): readonly PlacedWord[] {
  if (words.length === 0 || space.width < 8 || space.height < 8) return [];
  let scale = firstScale(words, space);
  let best: readonly PlacedWord[] = [];
  for (let tries = 0; tries < mostTries; tries += 1) {
    const placed = placeAt(words, space, scale);
    if (placed.length > best.length) best = placed;
    if (best.length === words.length) break;
    scale *= 0.86;
  }
  return best;
}

function firstScale(words: readonly WantedWord[], { width, height }: Space): number {
  const area = words.reduce((sum, { text, size }) => sum + widthOf(text, size) * size * lineShare, 0);
  const largest = words[0]!;
  const length = widthOf(largest.text, largest.size);
  return Math.min(
    1,
    Math.sqrt((density * width * height) / area),
    // The largest is worth its place; a very long one is cut rather than making all others tiny.
    Math.max(0.4, (0.96 * width) / length),
    (0.9 * height) / largest.size,
  );
}

const lineShare = 1.02;
const widthOf = (text: string, size: number) => estimateTextWidth(text, size) * 1.08 + 3;

function placeAt(words: readonly WantedWord[], space: Space, scale: number): readonly PlacedWord[] {
  const taken: Box[] = [];
  const placed: PlacedWord[] = [];
  let places = mostPlaces;
  for (const [at, word] of words.entries()) {
    const size = word.size * scale;
    if (size < smallestSize || places <= 0) break;
    const text = fitText(word.text, 0.94 * (word.angle === 90 ? space.height : space.width), size);
    const boxes = boxesOf(widthOf(text, size), size * lineShare, word.angle);
    const found = findPlace(boxes, taken, { space, turn: at * 2.4, step: Math.max(3, size * 0.16), most: places });
    places -= found.looked;
    if (!found.place) continue;
    const { x, y } = found.place;
    taken.push(...boxes.map((box) => ({ ...box, x: box.x + x, y: box.y + y })));
    placed.push({ at, text, x, y, size, angle: word.angle });
  }
  return placed;
}

/** What a word covers around its middle: one box, or a row of small ones where it lies aslant. */
function boxesOf(width: number, height: number, angle: number): readonly Box[] {
  const level = angle % 180 === 0;
  if (level || angle % 90 === 0)
    return [{ x: 0, y: 0, halfWidth: (level ? width : height) / 2, halfHeight: (level ? height : width) / 2 }];
  const radians = (angle * Math.PI) / 180;
  const count = Math.max(1, Math.ceil(width / height));
  const half = ((Math.abs(Math.cos(radians)) + Math.abs(Math.sin(radians))) * height) / 2;
  return Array.from({ length: count }, (_, index) => {
    const along = ((index + 0.5) / count - 0.5) * Math.max(0, width - height);
    return { x: along * Math.cos(radians), y: -along * Math.sin(radians), halfWidth: half, halfHeight: half };
  });
}

interface Search {
  readonly space: Space;
  /** Where the spiral begins, so that words do not all go the same way. */
  readonly turn: number;
  readonly step: number;
  readonly most: number;
}

function findPlace(boxes: readonly Box[], taken: readonly Box[], { space, turn, step, most }: Search) {
  const [middleX, middleY] = [space.width / 2, space.height / 2];
  const reach = Math.hypot(middleX, middleY);
  // As wide as its space is, and as flat.
  const [wide, flat] = [middleX / reach, middleY / reach];
  const isFree = freeAmong(boxes, taken, space);
  let looked = 0;
  for (let radius = 0, angle = turn; radius <= reach * 1.42 && looked < most; looked += 1) {
    const x = middleX + radius * Math.cos(angle) * wide * 1.42;
    const y = middleY + radius * Math.sin(angle) * flat * 1.42;
    if (isFree(x, y)) return { place: { x, y }, looked };
    const turned = Math.min(0.9, (1.6 * step) / Math.max(step, radius));
    angle += turned;
    radius += (step * turned) / (2 * Math.PI) + 0.01;
  }
  return { place: null, looked };
}

/** Whether boxes at a place lie inside of the space and on no other; what was hit last is looked at first. */
function freeAmong(boxes: readonly Box[], taken: readonly Box[], { width, height }: Space) {
  let last = 0;
  const isInside = (x: number, y: number) =>
    boxes.every(
      (box) =>
        x + box.x >= box.halfWidth &&
        x + box.x <= width - box.halfWidth &&
        y + box.y >= box.halfHeight &&
        y + box.y <= height - box.halfHeight,
    );
  const hits = (other: Box, x: number, y: number) =>
    boxes.some(
      (box) =>
        Math.abs(x + box.x - other.x) < box.halfWidth + other.halfWidth &&
        Math.abs(y + box.y - other.y) < box.halfHeight + other.halfHeight,
    );
  return (x: number, y: number): boolean => {
    if (!isInside(x, y)) return false;
    const before = taken[last];
    if (before && hits(before, x, y)) return false;
    const hit = taken.findIndex((other) => hits(other, x, y));
    if (hit >= 0) last = hit;
    return hit < 0;
  };
}
