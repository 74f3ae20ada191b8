import type { User } from '../../access/index.ts';
import { openTopic } from '../../cache/index.ts';
import type { Services } from '../../services.ts';

/** Somebody's open page of a dashboard: one person may have several. */
export interface Visit {
  readonly dashboardId: number;
  /** What the page calls itself, among the pages of the same person. */
  readonly key: string;
}

export interface Visitor {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly is_editing: boolean;
}

/**
 * Who has which dashboard open. Kept in memory alone: after a restart pages tell of themselves again within seconds, and
 * processes that share a memory tell each other.
 */
export interface Presence {
  /** Notes that the page is open, and answers with the people of the others: editors first. */
  beat(user: User, visit: Visit, isEditing: boolean): readonly Visitor[];
  leave(user: User, visit: Visit): void;
}

interface Beat extends Visitor {
  readonly visitId: string;
  readonly until: number;
}

/** What processes tell each other of a page: that it is open, or was left. */
type News = Pick<Visit, 'dashboardId'> & (Omit<Beat, 'until'> | Pick<Beat, 'visitId'>);

/** Pages beat every 15 s; two beats may be lost. */
export const presenceMs = 40_000;
export const presenceBounds: PresenceBounds = { visitorsShown: 50, visitsPerPerson: 20, visits: 20_000 };

export interface PresenceBounds {
  readonly visitorsShown: number;
  readonly visitsPerPerson: number;
  readonly visits: number;
}

type PresenceParts = Pick<Services, 'now'> & Partial<Pick<Services, 'shared'>>;

export function createPresence({ now, shared }: PresenceParts, bounds = presenceBounds): Presence {
  const dashboards = new Map<number, Map<string, Beat>>();
  let count = 0;
  const remove = (dashboardId: number, visitId: string) => {
    const visits = dashboards.get(dashboardId);
    if (!visits?.delete(visitId)) return;
    count -= 1;
    if (visits.size === 0) dashboards.delete(dashboardId);
  };
  const sweep = (dashboardId: number, time: number) => {
    for (const [visitId, beat] of dashboards.get(dashboardId) ?? [])
      if (beat.until <= time) remove(dashboardId, visitId);
  };
  const makeRoom = (time: number): boolean => {
    if (count < bounds.visits) return true;
    for (const id of [...dashboards.keys()]) sweep(id, time);
    return count < bounds.visits;
  };
  const note = (dashboardId: number, beat: Beat, time: number) => {
    const known = dashboards.get(dashboardId);
    const own = [...(known?.values() ?? [])].filter((one) => one.id === beat.id && one.visitId !== beat.visitId);
    if (own.length >= bounds.visitsPerPerson && own[0]) remove(dashboardId, own[0].visitId);
    if (!known?.has(beat.visitId)) {
      if (!makeRoom(time)) return;
      count += 1;
    }
    const visits = dashboards.get(dashboardId) ?? new Map<string, Beat>();
    // The least recent beat stands first.
    visits.delete(beat.visitId);
    visits.set(beat.visitId, beat);
    dashboards.set(dashboardId, visits);
  };
  const take = ({ dashboardId, ...news }: News) => {
    const time = now().getTime();
    sweep(dashboardId, time);
    if ('is_editing' in news) note(dashboardId, { ...news, until: time + presenceMs }, time);
    else remove(dashboardId, news.visitId);
  };
  const tell = (news: News) => {
    take(news);
    others.tell(news);
  };
  const others = openTopic<News>(shared ?? null, 'open dashboards', take);
  return {
    beat: (user, { dashboardId, key }, isEditing) => {
      const visitId = `${user.id} ${key}`;
      const person = { id: user.id, first_name: user.firstName, last_name: user.lastName };
      tell({ dashboardId, ...person, is_editing: isEditing, visitId });
      return othersOf(dashboards.get(dashboardId), visitId).slice(0, bounds.visitorsShown);
    },
    leave: (user, { dashboardId, key }) => tell({ dashboardId, visitId: `${user.id} ${key}` }),
  };
}

/** Each person once, editing where one of the pages is. */
function othersOf(visits: ReadonlyMap<string, Beat> = new Map(), visitId: string): readonly Visitor[] {
  const people = new Map<number, Visitor>();
  for (const beat of visits.values()) {
    if (beat.visitId === visitId) continue;
    const { id, first_name, last_name } = beat;
    const isEditing = beat.is_editing || people.get(id)?.is_editing === true;
    people.set(id, { id, first_name, last_name, is_editing: isEditing });
  }
  return [...people.values()].sort((left, right) => Number(right.is_editing) - Number(left.is_editing));
}
