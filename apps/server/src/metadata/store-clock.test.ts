import { describe, expect, it } from 'vitest';
import { createStoreClock } from './store-clock.ts';

const noon = Date.UTC(2026, 0, 1, 12);

/** A machine whose clock is off by so much, and a server whose clock is right. */
function openClock(offMs: number) {
  const world = { passedMs: 0, offMs, told: [] as number[] };
  const clock = createStoreClock({
    machineMs: () => noon + world.passedMs + world.offMs,
    ticksMs: () => world.passedMs,
    onApart: (ms) => void world.told.push(ms),
  });
  const hear = (tookMs: number, readAtMs = tookMs / 2) => {
    const serverMs = noon + world.passedMs + readAtMs;
    world.passedMs += tookMs;
    clock.hear({ serverMs, tookMs });
  };
  const errorMs = () => Math.abs(clock.now().getTime() - noon - world.passedMs);
  return { world, clock, hear, errorMs };
}

describe('the time of an installation', () => {
  it('is the machine’s own where no server was heard', () => {
    const { clock, world } = openClock(0);
    world.passedMs = 1500;
    expect(clock.now().getTime()).toBe(noon + 1500);
  });

  it('is the server’s, whatever the machine’s clock says, and says meanwhile', () => {
    const { world, hear, errorMs } = openClock(7 * 60_000);
    expect(errorMs()).toBe(7 * 60_000);
    hear(2);
    expect(errorMs()).toBe(0);
    world.passedMs += 3000;
    // Somebody sets it.
    world.offMs = -3 * 3_600_000;
    expect(errorMs()).toBe(0);
  });

  it('is not moved by answers that took long, and made better by those that were quick', () => {
    const { hear, errorMs } = openClock(0);
    hear(400, 390);
    expect(errorMs()).toBe(190);
    hear(10, 5);
    expect(errorMs()).toBe(0);
    hear(900, 10);
    expect(errorMs()).toBe(0);
  });

  it('is the better one of two answers that say nearly the same', () => {
    const { hear, errorMs } = openClock(0);
    hear(40, 30);
    expect(errorMs()).toBe(10);
    hear(4, 2);
    expect(errorMs()).toBe(0);
  });

  it('calls no machine’s clock wrong by an answer that took long', () => {
    const { world, hear } = openClock(0);
    hear(5000, 100);
    expect(world.told).toEqual([]);
  });

  it('follows a server whose own clock is set, and one that runs at another pace', () => {
    const { world, clock, hear, errorMs } = openClock(0);
    hear(2);
    clock.hear({ serverMs: noon + world.passedMs - 60_000, tookMs: 2 });
    expect(errorMs()).toBe(60_000 - 1);
    hear(8);
    expect(errorMs()).toBe(0);
  });

  it('says once that the machine’s clock is wrong, and once that it is right again', () => {
    const { world, hear } = openClock(-90_000);
    hear(2);
    hear(2);
    world.offMs = 500;
    hear(2);
    hear(2);
    expect(world.told).toEqual([-90_000, 0]);
  });
});
