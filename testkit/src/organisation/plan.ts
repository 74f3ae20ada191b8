/** How large an organisation is. */
export interface OrganisationSize {
  readonly dashboards: number;
  readonly charts: number;
  readonly people: number;
}

export const chartsPerDashboard = 10;
const dashboardsPerDataset = 2;
const peoplePerTeam = 25;
/** Of so many dashboards, and of so many datasets, one is everybody's. */
const oneIsShared = 20;

/**
 * Where the numbers of each kind begin: none is a number of another kind, nor a usual number of rows, so that an address or
 * a question that was asked of one dashboard becomes that of another by putting other numbers in.
 */
export const firstIds = {
  charts: 1_000_000,
  dashboards: 2_000_000,
  datasets: 3_000_000,
  users: 4_000_000,
  roles: 5_000_000,
} as const;

/** Who works with what. Everything follows from the sizes, so that whoever knows them knows what is there. */
export interface OrganisationPlan extends OrganisationSize {
  readonly datasets: number;
  readonly sharedDatasets: number;
  readonly teams: number;
  /** Of a person. */
  readonly teamOf: (person: number) => number;
  /** Of a dataset; null for one that is everybody's. */
  readonly teamOfDataset: (dataset: number) => number | null;
  /** The two datasets that a dashboard's charts stand on, both of one team. */
  readonly datasetsOf: (dashboard: number) => readonly [number, number];
  readonly datasetOfChart: (chart: number) => number;
  readonly chartsOf: (dashboard: number) => readonly number[];
  /** The person who owns a dashboard and its charts. */
  readonly ownerOf: (dashboard: number) => number;
  readonly isShared: (dashboard: number) => boolean;
  /** Who may write SQL, and who reads everything. */
  readonly isAnalyst: (person: number) => boolean;
  readonly isAlpha: (person: number) => boolean;
}

export function planOrganisation(size: OrganisationSize): OrganisationPlan {
  const { dashboards, people } = size;
  const datasets = Math.max(4, Math.floor(dashboards / dashboardsPerDataset));
  const sharedDatasets = Math.max(1, Math.floor(datasets / oneIsShared));
  const teams = Math.max(1, Math.floor(people / peoplePerTeam));
  const ofTeams = datasets - sharedDatasets;
  const isShared = (dashboard: number) => dashboard % oneIsShared === 0;
  const teamOfDataset = (dataset: number) => (dataset < sharedDatasets ? null : (dataset - sharedDatasets) % teams);
  const firstOf = (dashboard: number) =>
    isShared(dashboard) ? (dashboard / oneIsShared) % sharedDatasets : sharedDatasets + (dashboard % ofTeams);
  const datasetsOf = (dashboard: number): readonly [number, number] => {
    const first = firstOf(dashboard);
    const second = isShared(dashboard) ? (first + 1) % sharedDatasets : first + teams;
    return [first, second < datasets ? second : first];
  };
  return {
    ...size,
    ...{ datasets, sharedDatasets, teams, teamOfDataset, datasetsOf, isShared },
    teamOf: (person) => person % teams,
    datasetOfChart: (chart) => datasetsOf(dashboardOf(chart))[chart % chartsPerDashboard < 7 ? 0 : 1],
    chartsOf: (dashboard) => Array.from({ length: chartsPerDashboard }, (_, at) => dashboard * chartsPerDashboard + at),
    ownerOf: (dashboard) => {
      const team = teamOfDataset(firstOf(dashboard));
      if (team === null) return dashboard % people;
      return (team + teams * (Math.floor(dashboard / teams) % peoplePerTeam)) % people;
    },
    isAnalyst: (person) => person % 10 === 3,
    isAlpha: (person) => person % 50 === 1,
  };
}

export const dashboardOf = (chart: number): number => Math.floor(chart / chartsPerDashboard);

/** The name by which a person signs in, and what a session of that person is known by: only this simulation makes such. */
export const nameOf = (person: number): string => `person_${person}`;
export const sessionTokenOf = (person: number): string => `simulated-session-of-${person}`;
export const csrfTokenOf = (person: number): string => `simulated-form-of-${person}`;
