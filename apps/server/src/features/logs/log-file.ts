import { isRecord } from '@powerset/chart-kit';
import type { ListQuery } from '@powerset/contract';
import { parseJson } from '../../json/index.ts';
import { toCsvLine } from '../../rows/index.ts';
import type { Services } from '../../services.ts';
import { readLogPortion } from './log-list.ts';

const heads = ['time', 'user', 'action', 'status', 'address', 'dashboard_id', 'chart_id', 'details'];
/** Few enough for others to get their turn between them. */
const portionRows = 500;

/** What people did until now, line by line, newest first; a portion is read when the one before was taken. */
export async function* writeLogFile(
  { store, config }: Pick<Services, 'store' | 'config'>,
  query: ListQuery,
): AsyncGenerator<string> {
  const form = { defusesFormulas: config.defusesFormulas };
  yield toCsvLine(heads, form);
  let below: number | null = null;
  for (;;) {
    const rows = await readLogPortion(store, query, { below, limit: portionRows });
    yield rows
      .map((row) => {
        const details = detailsOf(row.json);
        const [status, address] = [details.status, details.address];
        return toCsvLine(
          [
            ...[row.dttm, row.user?.username ?? null, row.action],
            typeof status === 'number' ? status : null,
            typeof address === 'string' ? address : null,
            ...[row.dashboard_id, row.slice_id, row.json],
          ],
          form,
        );
      })
      .join('');
    below = rows.at(-1)?.id ?? null;
    if (rows.length < portionRows || below === null) return;
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
