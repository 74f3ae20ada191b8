import { msg, type Undrawn } from '@powerset/chart-kit';
import type { Flows } from './flows.ts';
import { noNumbers } from './no-numbers.ts';

const mostNamed = 3;

/** What of the rows that came is not drawn as a link; the first reason that holds. */
export function undrawnOfFlows(flows: Flows): Undrawn | null {
  const { count: all, negatives, blanks, circles, surplus, limitReached: limit, links } = flows;
  if (all === 0) return null;
  if (links.length === 0) return nothingOf(flows);
  if (circles.length > 0) {
    const names = `${circles.slice(0, mostNamed).join(', ')}${circles.length > mostNamed ? ', …' : ''}`;
    return below(msg('{{count}} links lead back in a circle and are not drawn: {{names}}'), {
      count: circles.length,
      names,
    });
  }
  if (negatives > 0)
    return below(msg('{{undrawn}} of {{all}} values are not drawn: a link cannot be below zero.'), {
      undrawn: negatives + blanks,
      all,
    });
  if (blanks > 0)
    return below(msg('{{undrawn}} of {{all}} values are empty and are not drawn.'), { undrawn: blanks, all });
  if (surplus > 0)
    return below(msg('The {{surplus}} smallest of {{all}} links are not drawn.'), {
      surplus,
      all: surplus + links.length,
    });
  if (limit !== null) return below(msg('The limit of {{limit}} rows was reached: links may be missing.'), { limit });
  return null;
}

const below = (text: string, values: Readonly<Record<string, unknown>>): Undrawn => ({
  isAll: false,
  title: { text, values },
});

function nothingOf({ count: all, blanks, circles }: Flows): Undrawn {
  if (circles.length > 0)
    return {
      isAll: true,
      title: { text: msg('Every link leads back to where it starts') },
      text: { text: msg('Flows go one way here. A chord diagram or a graph shows circles.') },
    };
  if (blanks === all) return noNumbers(all);
  return {
    isAll: true,
    title: { text: msg('Links cannot be zero or less') },
    text: { text: msg('None of {{all}} values is more than zero. A table shows them.'), values: { all } },
  };
}
