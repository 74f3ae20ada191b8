import type { QueryObject, RowPreviewPost, WireRowPreview, WireTable } from '@powerset/contract';
import { canAccessData, type TriedRule, type User } from '../../access/index.ts';
import { type Answers, toNamedRows } from '../../answers/index.ts';
import { loadBindingRules, loadDataset, toDataObject } from '../../catalog/index.ts';
import { fieldError } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { checkClause } from './clause.ts';

const shownRows = 20;

interface Asking {
  readonly user: User;
  readonly signal: AbortSignal;
  readonly body: RowPreviewPost;
}

export interface PreviewDeps {
  readonly services: Pick<Services, 'store' | 'accounts' | 'engines'>;
  readonly answers: Pick<Answers, 'run'>;
}

/** What somebody sees of a dataset: asked as that person, by the way on which all charts are asked. */
export async function previewRows(
  { services, answers }: PreviewDeps,
  { user, signal, body }: Asking,
): Promise<WireRowPreview> {
  const { store, accounts } = services;
  const [person, dataset] = await Promise.all([accounts.findUser(body.user_id), loadDataset(store, body.dataset_id)]);
  if (!person) throw fieldError({ user_id: ['This person does not exist.'] });
  if (!dataset) throw fieldError({ dataset_id: ['This dataset does not exist.'] });
  if (body.rule) await checkClause(services, body.rule.clause, [dataset.database.id]);
  const seen: User = body.rule ? { ...person, triedRule: toTried(body.rule) } : person;
  const ask = (asker: User, queries: readonly QueryObject[]) =>
    answers.run({
      user: asker,
      signal,
      request: { datasource: { id: dataset.row.id, type: 'table' }, queries: [...queries] },
    });
  const isReadable = canAccessData(person, toDataObject(dataset));
  const [all, [rows, own], rules] = await Promise.all([
    ask(user, [counting]),
    isReadable ? ask(seen, [{ result_type: 'samples', row_limit: shownRows }, counting]) : [],
    loadBindingRules(store, seen, dataset.row.id),
  ]);
  return {
    rules: rules.map(({ id, name, clause }) => ({ id, name, clause })),
    is_readable: isReadable,
    count: own ? countOf(own.table) : null,
    all_count: all[0] ? countOf(all[0].table) : 0,
    colnames: rows?.table.columns.map((column) => column.name) ?? [],
    data: rows ? toNamedRows(rows.table) : [],
  };
}

const counting: QueryObject = {
  columns: [],
  metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rowcount' }],
};

const countOf = ({ columns }: WireTable): number => Number(columns[0]?.values[0] ?? 0);

function toTried({ description: _description, group_key, ...rule }: NonNullable<RowPreviewPost['rule']>): TriedRule {
  return { ...rule, group_key: group_key?.trim() || null };
}
