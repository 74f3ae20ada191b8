import { findItems, resources } from '../../api/index.ts';
import type { useT } from '../../i18n/index.ts';

/** What a report or an alert is made of. */
type Column = 'chart_id' | 'dashboard_id' | 'dataset_id' | 'database_id';

/** So many are named. */
const mostNames = 5;

/** Why something stays: the reports and alerts made of it, as far as whoever asks sees them; the server knows of the others. */
export async function reportRefusal(
  t: ReturnType<typeof useT>,
  column: Column,
  { id }: { readonly id: number },
): Promise<string | null> {
  const reports = await findItems(resources.reports, [{ col: column, opr: 'eq', value: id }], mostNames);
  if (reports.length === 0) return null;
  const names = reports.map(({ name }) => name).join(', ');
  return t('There are associated alerts or reports: {{names}}', { names });
}
