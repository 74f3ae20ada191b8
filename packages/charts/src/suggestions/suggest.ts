import type { ChartWords } from '@powerset/chart-kit';
import { proposalsByCategory } from './by-category.ts';
import { type ChosenParts, type DataFacts, nothingChosen } from './data-facts.ts';
import { misfitOf } from './needs.ts';
import { proposalsOfFigures } from './of-figures.ts';
import { proposalsOfRelations } from './of-relations.ts';
import { proposalsOverTime } from './over-time.ts';
import type { Propose } from './proposal.ts';
import { rolesOf } from './roles.ts';

/** A chart type that fits, why, and what its form is to hold. */
export interface Suggestion {
  readonly key: string;
  readonly reason: ChartWords;
  readonly fields: Readonly<Record<string, unknown>>;
}

const proposals: Readonly<Record<string, Propose>> = {
  ...proposalsOverTime,
  ...proposalsByCategory,
  ...proposalsOfFigures,
  ...proposalsOfRelations,
};

/** The types that fit what there is and what was chosen of it, the best first; never one whose needs are not met. */
export function suggestCharts(data: DataFacts, chosen: ChosenParts = nothingChosen): readonly Suggestion[] {
  if (data.columns.length === 0) return [];
  const roles = rolesOf(data, chosen);
  return Object.entries(proposals)
    .flatMap(([key, propose]) => {
      const proposal = misfitOf(key, data) ? null : propose(roles);
      return proposal ? [{ key, ...proposal }] : [];
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ key, reason, fields }) => ({ key, reason, fields }));
}
