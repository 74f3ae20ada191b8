import { isRecord } from '@powerset/chart-kit';
import type { ListQuery } from '@powerset/contract';
import { parseJson } from '../../json/index.ts';
import { toCsvLine } from '../../rows/index.ts';
import type { Services } from '../../services.ts';
import { othersTurn } from '../../turns/index.ts';
import { readLogPortions } from './log-list.ts';

const heads = ['time', 'user', 'action', 'status', 'address', 'dashboard_id', 'chart_id', 'details'];

/** What people did until now, line by line, newest first; a portion is read when the one before was taken. */
export async function* writeLogFile(
  { store, config }: Pick<Services, 'store' | 'config'>,
  query: ListQuery,
): AsyncGenerator<string> {
  const form = { defusesFormulas: config.defusesFormulas };
  yield toCsvLine(heads, form);
  for await (const rows of readLogPortions(store, query)) {
    const lines = rows.map((row) => {
      const { status, address } = detailsOf(row.json);
      return toCsvLine(
        [
          ...[row.dttm, row.user?.username ?? null, row.action],
          typeof status === 'number' ? status : null,
          typeof address === 'string' ? address : null,
          ...[row.dashboard_id, row.slice_id, row.json],
        ],
        form,
      );
    });
    if (lines.length > 0) yield lines.join('');
    // Nothing is waited for where nothing is found.
    await othersTurn();
  }
}

function detailsOf(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value = parseJson(text ?? '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
