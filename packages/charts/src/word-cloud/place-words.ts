import { estimateTextWidth, fitText } from '../shared/text-widths.ts';
import { type Box, createOccupancy, type Occupancy } from './occupancy.ts';

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

export interface PlacedWords {
  readonly placed: readonly PlacedWord[];
  /** Of the wanted sizes. */
  readonly scale: number;
}

interface Space {
  readonly width: number;
  readonly height: number;
}

/** Nobody reads smaller letters. */
const smallestSize = 7;
/** How much of the space letters fill at most. */
const density = 0.62;
const mostTries = 6;
/** How many places are looked at in one try, and in all, so that no cloud takes long. */
const mostPlaces = 60_000;
const mostOfAll = 120_000;
/** A few words more are not worth smaller letters for all. */
const clearlyMore = 1.04;

/**
 * Words around the middle, each at the first free place of a spiral, the largest first. Made smaller together until all
 * have a place; widths are estimates, so that the same words stand at the same places on every machine.
 */
export function placeWords(words: readonly WantedWord[], space: Space): PlacedWords {
  if (words.length === 0 || space.width < 8 || space.height < 8) return { placed: [], scale: 1 };
  let scale = firstScale(words, space);
  let best: PlacedWords = { placed: [], scale };
  let looked = 0;
  for (let tries = 0; tries < mostTries && looked < mostOfAll; tries += 1) {
    const { placed, places } = placeAt(words, space, scale);
    looked += places;
    if (placed.length > best.placed.length * clearlyMore) best = { placed, scale };
    if (best.placed.length === words.length) break;
    scale *= 0.9;
  }
  return best;
}

/** The same once more in a little less space, at the scale that was found. */
export function placeAgain(words: readonly WantedWord[], space: Space, scale: number): readonly PlacedWord[] {
  return placeAt(words, space, scale).placed;
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

function placeAt(words: readonly WantedWord[], space: Space, scale: number) {
  const occupancy = createOccupancy(space.width, space.height);
  const placed: PlacedWord[] = [];
  const failed: Extent[] = [];
  let left = mostPlaces;
  let from = 0;
  for (const [at, word] of words.entries()) {
    if (left <= 0) break;
    const size = Math.max(smallestSize, word.size * scale);
    const text = fitText(word.text, 0.94 * (word.angle === 90 ? space.height : space.width), size);
    const extent = { width: widthOf(text, size), height: size * lineShare, angle: word.angle };
    if (failed.some((one) => isWithin(one, extent))) continue;
    const boxes = boxesOf(extent);
    const found = findPlace(boxes, occupancy, {
      space,
      turn: at * 2.4,
      step: Math.max(5, size * 0.3),
      most: left,
      from,
    });
    left -= found.looked;
    if (!found.place) {
      failed.push(extent);
      continue;
    }
    const { x, y, radius } = found.place;
    // The next is not much smaller: it hardly finds a gap far within.
    from = radius * 0.92;
    occupancy.take(boxes.map((box) => movedBy(box, x, y)));
    placed.push({ at, text, x, y, size, angle: word.angle });
  }
  return { placed, places: mostPlaces - left };
}

interface Extent {
  readonly width: number;
  readonly height: number;
  readonly angle: number;
}

/** Where a word found no place, one that is as long and as high finds none either. */
const isWithin = (small: Extent, large: Extent) =>
  small.angle === large.angle && small.width <= large.width && small.height <= large.height;

/** What a word covers around its middle: one box, or a row of small ones where it lies aslant. */
function boxesOf({ width, height, angle }: Extent): readonly Box[] {
  const isLevel = angle % 180 === 0;
  if (isLevel) return [boxAround(0, 0, [width / 2, height / 2])];
  if (angle % 90 === 0) return [boxAround(0, 0, [height / 2, width / 2])];
  const radians = (angle * Math.PI) / 180;
  const count = Math.max(1, Math.ceil(width / height));
  const half = ((Math.abs(Math.cos(radians)) + Math.abs(Math.sin(radians))) * height) / 2;
  return Array.from({ length: count }, (_, index) => {
    const along = ((index + 0.5) / count - 0.5) * Math.max(0, width - height);
    return boxAround(along * Math.cos(radians), -along * Math.sin(radians), [half, half]);
  });
}

const boxAround = (x: number, y: number, [across, along]: readonly [number, number]): Box => ({
  left: x - across,
  right: x + across,
  top: y - along,
  bottom: y + along,
});

const movedBy = ({ left, top, right, bottom }: Box, x: number, y: number): Box => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
});

interface Search {
  readonly space: Space;
  /** Where the spiral begins, so that words do not all go the same way. */
  readonly turn: number;
  readonly step: number;
  readonly most: number;
  /** How far from the middle the spiral begins. */
  readonly from: number;
}

function findPlace(boxes: readonly Box[], occupancy: Occupancy, { space, turn, step, most, from }: Search) {
  const [middleX, middleY] = [space.width / 2, space.height / 2];
  const reach = Math.hypot(middleX, middleY);
  // As wide as its space is, and as flat.
  const [wide, flat] = [(middleX / reach) * Math.SQRT2, (middleY / reach) * Math.SQRT2];
  let looked = 0;
  for (let radius = from, angle = turn; radius <= reach * Math.SQRT2 && looked < most; looked += 1) {
    const x = middleX + radius * Math.cos(angle) * wide;
    const y = middleY + radius * Math.sin(angle) * flat;
    const isFree = boxes.every((box) => occupancy.isFree(movedBy(box, x, y)));
    if (isFree) return { place: { x, y, radius }, looked };
    const turned = Math.min(0.9, (1.6 * step) / Math.max(step, radius));
    angle += turned;
    radius += (step * turned) / (2 * Math.PI) + 0.01;
  }
  return { place: null, looked };
}
