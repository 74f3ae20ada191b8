/**
 * ORGANISATION. What a large organisation costs: an installation of it is made, and people are simulated on it, at several sizes
 * and on both stores.
 */
import { simulate } from './simulate.ts';
import type { OrganisationResults } from './table.ts';

export { toOrganisationSection, withSection } from './table.ts';

/** So many people at once; what `POWERSET_BENCH_VIEWERS` and `_SECONDS` say instead is for trying the simulation itself. */
const viewers = Number(process.env.POWERSET_BENCH_VIEWERS ?? 500);
const seconds = Number(process.env.POWERSET_BENCH_SECONDS ?? 40);
const parts = [0.01, 0.1, 1];

export async function measureOrganisation(say: (line: string) => void): Promise<Omit<OrganisationResults, 'machine'>> {
  const stages = await simulate({ viewers, seconds, parts, say });
  return { stages, viewers, seconds };
}
