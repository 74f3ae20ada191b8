import type { ChartForm } from '@powerset/chart-kit';
import type { ChartDataRequest, DatasetVersionFields } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import type { Answers } from '../../answers/index.ts';
import type { Dataset } from '../../catalog/index.ts';
import { EngineError } from '../../engines/index.ts';
import { AppError, fromEngineError } from '../../http/index.ts';
import type { Document, Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { ThreadLimitError } from '../../threads/index.ts';

/** What other rooms know of charts, dashboards and datasets. */
export interface FigureDeps {
  readonly services: Services;
  readonly answers: Pick<Answers, 'answer'>;
  /** 404 where the user may not see it, 403 where he may not change it; likewise the others. */
  readonly assertMayChange: {
    readonly chart: (user: User, id: number) => Promise<unknown>;
    readonly dashboard: (user: User, id: number) => Promise<unknown>;
    readonly dataset: (user: User, id: number) => Promise<Dataset>;
  };
  /** What a form asks; of a plugin's what was saved with it. */
  readonly toRequest: (asked: AskedForm) => ChartDataRequest;
  readonly askedOn: (
    dashboard: FilteredDashboard,
    chart: { readonly row: Row<'charts'>; readonly mainTemporalColumn: string | null },
  ) => AskedForm;
  /** Of the charts' datasets, by the datasets' ids. */
  readonly loadMainTimes: (charts: readonly Row<'charts'>[]) => Promise<ReadonlyMap<number, string | null>>;
}

/** What of a dataset decides its figures. */
export type SaidDataset = Pick<
  DatasetVersionFields,
  | 'table_name'
  | 'catalog'
  | 'schema'
  | 'sql'
  | 'main_dttm_col'
  | 'offset'
  | 'fetch_values_predicate'
  | 'template_params'
  | 'extra'
  | 'always_filter_main_dttm'
  | 'columns'
  | 'metrics'
>;

export interface AskedForm {
  readonly form: Document;
  readonly savedContext: string | null;
  readonly conditions: ChartForm | null;
  /** The dataset as it is not saved; else the kept one. */
  readonly dataset?: SaidDataset;
}

interface FilteredDashboard {
  readonly id: number;
  readonly metadata: Document;
  readonly position: Document;
  readonly masks: Document;
}

export interface Asker {
  readonly user: User;
  readonly signal: AbortSignal;
}

/** Of two versions the older and the newer one. */
export interface Pair<One> {
  readonly before: One;
  readonly after: One;
}

export const sides = ['before', 'after'] as const;

type Tried<One> =
  | { readonly value: One; readonly failure: null; readonly isVain: false }
  | { readonly value: null; readonly failure: string; readonly isVain: boolean };

/** They are of the database and the moment, whatever is asked of it. */
const vainCodes =
  /^(?:BACKEND_TIMEOUT|ENGINE_CRASHED|ENGINE_UNAVAILABLE|ENGINE_NOT_HERE|QUERY_STOPPED|CONNECTION_\w+|OAUTH2_\w+)(?:_ERROR)?$/;

/** What came of it, or why nothing did, in a sentence, and whether it is in vain to ask for more; who left is not told. */
export async function tried<One>(work: () => Promise<One>, signal: AbortSignal): Promise<Tried<One>> {
  try {
    return { value: await work(), failure: null, isVain: false };
  } catch (error) {
    signal.throwIfAborted();
    const known = error instanceof EngineError ? fromEngineError(error) : error;
    if (known instanceof AppError) return { value: null, failure: known.message, isVain: vainCodes.test(known.code) };
    throw error;
  }
}

/** Says which bound was met. */
export async function withinBounds<One>(work: Promise<One>): Promise<One> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ThreadLimitError)
      throw new AppError('GENERIC_COMMAND_ERROR', { params: { message: error.message }, status: 422 });
    throw error;
  }
}
