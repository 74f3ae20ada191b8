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
  /** Takes up a type that is no part of the build. */
  readonly add: (type: LaterType) => void;
}

/** Chart types of which most are drawn by few pages: those `atOnce` are here with the page, the others `later`. */
export function createChartTypes(atOnce: readonly ChartDefinition[], later: readonly LaterType[]): ChartTypes {
  const here = new Map(atOnce.map((definition) => [definition.key, definition]));
  const types = [...later];
  const all: ChartFacts[] = [...atOnce, ...later.map(({ facts }) => facts)];
  return {
    all,
    find: (key) => here.get(key),
    load: async (key) => {
      const known = here.get(key);
      if (known) return known;
      const found = types.find(({ facts }) => facts.key === key);
      if (!found) return undefined;
      const { chart } = await found.load();
      here.set(key, chart);
      return chart;
    },
    add: (type) => {
      types.push(type);
      all.push(type.facts);
    },
  };
}
