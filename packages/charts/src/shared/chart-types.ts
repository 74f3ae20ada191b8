import type { ChartDefinition, ChartFacts } from '@powerset/chart-kit';

/** A chart type of which only the facts are here; its code arrives when it is asked for. */
export interface LaterType {
  readonly facts: ChartFacts;
  readonly load: () => Promise<{ readonly chart: ChartDefinition }>;
}

export interface ChartTypes {
  /** What people read of every chart type. */
  readonly all: readonly ChartFacts[];
  /** The chart type of a `viz_type`, if its code is here. */
  readonly find: (key: string) => ChartDefinition | undefined;
  /** Fetches its code; undefined for a `viz_type` that is none of ours. What failed is tried anew. */
  readonly load: (key: string) => Promise<ChartDefinition | undefined>;
  /** Whether a type is no part of the build: nobody knows how long its code takes. */
  readonly isAdded: (key: string) => boolean;
  /** Why such a type could not be had, the last time that it was asked for. */
  readonly failureOf: (key: string) => unknown;
  /** Takes up a type that is no part of the build. */
  readonly add: (type: LaterType) => void;
}

/** Chart types of which most are drawn by few pages: those `atOnce` are here with the page, the others `later`. */
export function createChartTypes(atOnce: readonly ChartDefinition[], later: readonly LaterType[]): ChartTypes {
  const here = new Map(atOnce.map((definition) => [definition.key, definition]));
  const types = [...later];
  const added = new Set<string>();
  const failures = new Map<string, unknown>();
  const all: ChartFacts[] = [...atOnce, ...later.map(({ facts }) => facts)];
  return {
    all,
    find: (key) => here.get(key),
    load: async (key) => {
      const known = here.get(key);
      if (known) return known;
      const found = types.find(({ facts }) => facts.key === key);
      if (!found) return undefined;
      failures.delete(key);
      try {
        const { chart } = await found.load();
        here.set(key, chart);
        return chart;
      } catch (error) {
        if (added.has(key)) failures.set(key, error);
        throw error;
      }
    },
    isAdded: (key) => added.has(key),
    failureOf: (key) => failures.get(key),
    add: (type) => {
      types.push(type);
      added.add(type.facts.key);
      all.push(type.facts);
    },
  };
}
