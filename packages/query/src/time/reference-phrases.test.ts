import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatTime } from './calendar.ts';
import { resolveTimeRange } from './time-range.ts';

/** What the reference's own parser (release 6.1) made of a range at a moment; `!` is a refusal. */
interface Phrase {
  readonly now: string;
  readonly range: string;
  readonly expected: Bounds | '!';
  /** Why we answer otherwise, and with what. */
  readonly differs?: string;
  readonly ours?: Bounds | '!';
}

type Bounds = readonly [since: string | null, until: string | null];

const file = readFileSync(new URL('./reference-phrases.json', import.meta.url), 'utf8');
const phrases: readonly Phrase[] = JSON.parse(file);

function read({ now, range }: Phrase): Bounds | '!' {
  try {
    const { since, until } = resolveTimeRange(range, { clock: { now: new Date(`${now}Z`) } });
    return [since && formatTime(since), until && formatTime(until)];
  } catch {
    return '!';
  }
}

describe('phrases of time that were read by the reference', () => {
  it.each(phrases)('$range at $now', (phrase) => {
    expect(read(phrase)).toEqual(phrase.differs === undefined ? phrase.expected : phrase.ours);
  });

  it('are more than four hundred', () => {
    expect(phrases.length).toBeGreaterThan(400);
  });
});
