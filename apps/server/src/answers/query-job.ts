import type { QueryObject } from '@powerset/contract';
import type { QueryDataset } from '@powerset/query';
import type { User } from '../access/index.ts';
import type { QueryEngine } from '../engines/index.ts';
import type { Row } from '../metadata/index.ts';
import type { Services } from '../services.ts';
import type { PlainScope } from '../threads/index.ts';

/** One query of a chart, with all that it takes to plan, authorise and run it. */
export interface QueryJob {
  readonly services: Services;
  readonly user: User;
  readonly engine: QueryEngine;
  readonly database: Row<'databases'>;
  readonly dataset: QueryDataset;
  readonly query: QueryObject;
  /** What templates see; undefined where they are off. */
  readonly templates: PlainScope | undefined;
  readonly templateParams: string | null;
  /** Row rules are in the query of its dataset that may say something else the next time. */
  readonly hasTemplatedRules: boolean;
  readonly signal: AbortSignal;
}
