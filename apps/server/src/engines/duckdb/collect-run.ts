import type { PackedBatch, PackedTable, RowsListener } from '../../packed/index.ts';
import type { EngineProcess, RequestHooks } from './child-process.ts';
import type { Operations } from './protocol.ts';

export interface CollectedRun {
  readonly packed: PackedTable;
  readonly isTruncated: boolean;
  readonly engineMs: number;
}

/** Runs a statement in an engine process and collects its rows as they come. */
export async function collectRun<Name extends 'run' | 'trusted' | 'readMaterialized'>(
  child: EngineProcess,
  operation: Name,
  {
    request,
    hooks,
    onRows,
  }: {
    readonly request: Operations[Name]['arguments'];
    readonly hooks: Omit<RequestHooks, 'onBatch'>;
    readonly onRows?: RowsListener | undefined;
  },
): Promise<CollectedRun> {
  const batches: PackedBatch[] = [];
  const onBatch: RowsListener = (batch, headers) => {
    batches.push(batch);
    onRows?.(batch, headers);
  };
  const reply = await child.request(operation, request, { ...hooks, onBatch });
  const { columns, rowCount, isTruncated, engineMs, last } = reply;
  if (last) batches.push(last);
  return {
    packed: { columns, batches, rowCount, ...('isExact' in request && request.isExact ? { isExact: true } : {}) },
    isTruncated,
    engineMs,
  };
}
