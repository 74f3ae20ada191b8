import type { OrganisationSize } from '@powerset/testkit/organisation';
import type { ViewersResult } from './viewers.ts';

export const fullSize: OrganisationSize = { dashboards: 10_000, charts: 100_000, people: 5000 };
/** How long somebody looks on average before doing the next thing. */
export const thinkMs = 20_000;

/** What one process of an installation needed while people worked. */
export interface ProcessLoad {
  /** Share of one processor, of the process and of its engine. */
  readonly busy: number;
  readonly engineBusy: number;
  readonly residentMb: number;
  readonly engineMb: number;
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
}

export interface StageResult {
  readonly name: string;
  readonly size: OrganisationSize;
  readonly store: 'embedded' | 'PostgreSQL';
  readonly processes: number;
  readonly fillMs: number;
  readonly startMs: number;
  readonly metadataBytes: number;
  /** One person, one thing after the other, each time somebody else; of the busiest process, in time of its processor. */
  readonly alone: ViewersResult;
  readonly together: ViewersResult;
  readonly load: readonly ProcessLoad[];
  /** Of the server with the metadata. */
  readonly storeBusy: number | null;
  /** What single things came to on the embedded store at the full size. */
  readonly promises: readonly BarResult[];
}

/** A promise about one thing at the full size, and what was measured of it. */
export interface BarResult {
  readonly what: string;
  readonly measured: string;
  readonly bar: string;
  readonly isWithin: boolean;
}
