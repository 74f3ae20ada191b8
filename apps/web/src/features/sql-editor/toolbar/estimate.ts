import { sqlEditorEndpoints } from '@powerset/contract';
import { api } from '../../../api/index.ts';
import { type EditorTab, textToRun } from '../tabs/tab.ts';

/** What the database expects the query to cost, one line for each statement. */
export async function estimateText(tab: EditorTab): Promise<string> {
  const answer = await api.callEndpoint(sqlEditorEndpoints.estimate, {
    body: {
      database_id: tab.dbId ?? 0,
      sql: textToRun(tab),
      schema: tab.schema,
      template_params: tab.templateParams ?? '{}',
    },
  });
  return answer.result
    .map((entry) =>
      Object.entries(entry)
        .map(([label, value]) => `${label}: ${value}`)
        .join(', '),
    )
    .join('\n');
}
