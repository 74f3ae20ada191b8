import { type ColumnType, type RawBuilder, sql } from 'kysely';
import type { Optional } from './table-columns.ts';

/** What a process does: answer people (`web`), take jobs (`worker`), or both. */
export type ProcessRole = 'all' | 'web' | 'worker';

/** A server process that shares the store with others. */
export interface ProcessesTable {
  id: string;
  /** Where the others reach it. */
  address: string;
  /** Tells whether two processes have the same key, and nothing of it. */
  key_check: string;
  version: string;
  started_on: string;
  /** Whether it answers people, takes jobs, or does both. */
  role: ColumnType<ProcessRole, ProcessRole | undefined, ProcessRole | undefined>;
  /** Seconds since 1970 by the store's own clock, which is the same for all. */
  seen_at: number;
}

/** A question that is answered after the call that asked it. */
export interface AsyncJobsTable {
  id: string;
  user_id: number;
  status: 'running' | 'done' | 'error';
  /** Which process has it at work; null where there is only one, or none has it. */
  process: Optional<string>;
  /** How often it was begun. */
  attempts: number;
  asked_ms: number;
  /** Its place among the person's jobs that have ended. */
  event_number: Optional<number>;
  /** Of one that failed, as the wire has them. */
  errors: Optional<string>;
  /** Null when it is so long ago that nobody asks for its answer. */
  question: Optional<string>;
}

/** The numbers of one person's ends of jobs. */
export interface AsyncChannelsTable {
  user_id: number;
  opened_ms: number;
  last_number: number;
}

/** Now, by the clock of the server that keeps the store. */
export const storeSeconds: RawBuilder<number> = sql<number>`cast(extract(epoch from current_timestamp) as bigint)`;

/** Work that must survive a restart. */
export interface JobsTable {
  id: string;
  kind: string;
  payload: string;
  state: string;
  user_id: Optional<number>;
  progress: ColumnType<number, number | undefined, number>;
  result: Optional<string>;
  error: Optional<string>;
  created_on: string;
  changed_on: string;
}
