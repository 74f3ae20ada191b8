import { msg, type Undrawn } from '@powerset/chart-kit';
import { noNumbers } from './no-numbers.ts';
import type { PathTree } from './path-tree.ts';

/** What of the rows that came has no area, is not told apart, or did not come; the first of these that holds. */
export function undrawnOfTree(tree: PathTree): Undrawn | null {
  if (tree.count === 0) return null;
  if (tree.total <= 0) return nothingOf(tree);
  const { count: all, negatives, blanks, gathered, limitReached: limit } = tree;
  if (negatives > 0)
    return below(msg('{{undrawn}} of {{all}} values are not drawn: parts of a whole cannot be below zero.'), {
      undrawn: negatives + blanks,
      all,
    });
  if (blanks > 0)
    return below(msg('{{undrawn}} of {{all}} values are empty and are not drawn.'), { undrawn: blanks, all });
  if (limit !== null)
    return below(msg('The limit of {{limit}} rows was reached: parts may be missing, and shares are of what came.'), {
      limit,
    });
  if (!tree.isAdditive) return below(msg('The values do not add up to a whole, so parts have no shares.'), {});
  if (gathered > 0)
    return below(msg('The {{gathered}} smallest of {{all}} parts stand together as Others.'), { gathered, all });
  return null;
}

const below = (text: string, values: Readonly<Record<string, unknown>>): Undrawn => ({
  isAll: false,
  title: { text, values },
});

function nothingOf({ count: all, blanks }: PathTree): Undrawn {
  if (blanks === all) return noNumbers(all);
  return {
    isAll: true,
    title: { text: msg('Parts of a whole cannot be zero or less') },
    text: { text: msg('None of {{all}} values is more than zero. A bar chart shows them.'), values: { all } },
  };
}
