import { launchBrowser } from '@powerset/testkit/browser';
import { openLoads, type Wait } from './cases/dashboard.ts';
import { type Figures, figuresOf, ms, spreadOf, times } from './figures.ts';
import type { Layers } from './page-layers.ts';
import { openShop } from './shop.ts';

export interface TurnsRequest {
  /** A built checkout of the code that this one is compared with. */
  readonly other: string;
  readonly rounds: number;
  readonly say: (line: string) => void;
}

/** Loads that are left out: compiled code is kept from the third on. */
const warmUps = 3;

/**
 * Loads the wide dashboard from the servers of two checkouts in turns, load by load: what else the machine does, and how
 * warm it is, hits both alike, so that a difference of a few percent can be seen. Each serves a shop of its own.
 */
export async function runTurns({ other, rounds, say }: TurnsRequest): Promise<void> {
  const shop = { scale: 1, keep: null, say };
  const [theirs, ours] = [await openShop({ ...shop, root: other }), await openShop(shop)];
  const browser = await launchBrowser();
  try {
    const loads = { theirs: await openLoads(theirs, browser), ours: await openLoads(ours, browser) };
    for (const kind of ['cold', 'new browser', 'warm'] as const) {
      const waits: Record<keyof typeof loads, Wait[]> = { theirs: [], ours: [] };
      for (let round = -warmUps; round < rounds; round += 1)
        for (const name of round % 2 === 0 ? (['theirs', 'ours'] as const) : (['ours', 'theirs'] as const)) {
          const wait = await loads[name][kind]();
          if (round >= 0) waits[name].push(wait);
        }
      say(lineOf(kind, waits));
    }
    await loads.theirs.leave();
    await loads.ours.leave();
  } finally {
    await browser.close();
    await theirs.close();
    await ours.close();
  }
}

function lineOf(kind: string, { theirs, ours }: Record<'theirs' | 'ours', readonly Wait[]>): string {
  const [before, after] = [totalsOf(theirs), totalsOf(ours)];
  const told = (figures: Figures, waits: readonly Wait[]) =>
    `${ms(figures.median)} (${spreadOf(figures, ms)}; ${layersOf(waits)})`;
  return `${kind}: theirs ${told(before, theirs)}, ours ${told(after, ours)}: ${times(after.median / before.median)}`;
}

const totalsOf = (waits: readonly Wait[]): Figures => figuresOf(waits.map(({ paintedMs }) => paintedMs));

/** Until rows are asked for, answered and painted: which of the three differs says where to look. */
function layersOf(waits: readonly Wait[]): string {
  const layers = waits.flatMap((wait) => wait.layers ?? []);
  const medianOf = (layer: keyof Layers) => ms(figuresOf(layers.map((one) => one[layer])).median);
  return `${medianOf('untilAskedMs')}, ${medianOf('untilAnsweredMs')}, ${medianOf('untilPaintedMs')}`;
}
