import {
  type RowPreviewPost,
  rowLevelRuleEndpoints,
  type WireRowLevelRule,
  type WireRowPreview,
} from '@powerset/contract';
import { Badge, Button, classNames, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, resources } from '../../api/index.ts';
import { LoadFailure } from '../../controls/load-failure/index.ts';
import { RelationField } from '../../controls/relation-field/index.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { isRuleComplete, type RuleForm, toRuleBody } from './rule-form.ts';
import styles from './SeenAs.module.css';

interface SeenAsProps {
  readonly rule: WireRowLevelRule | null;
  readonly form: RuleForm;
}

/** What a person would see of a dataset if the rule were as it is written just now. */
export function SeenAs({ rule, form }: SeenAsProps) {
  const t = useT();
  const [person, setPerson] = useState<number | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [asked, setAsked] = useState<RowPreviewPost | null>(null);
  const dataset = chosen !== null && form.tables.includes(chosen) ? chosen : (form.tables[0] ?? null);
  const seen = useQuery({
    queryKey: ['rows seen', asked],
    queryFn: ({ signal }) => api.callEndpoint(rowLevelRuleEndpoints.preview, { body: asked!, signal }),
    enabled: asked !== null,
    retry: false,
    gcTime: 0,
  });
  const resource = resources.rowLevelRules;
  const known = rule?.tables.map(({ id, table_name }) => ({ value: id, text: table_name }));
  const isReady = person !== null && dataset !== null && isRuleComplete({ ...form, name: form.name || ' ' });
  const show = () => {
    if (person === null || dataset === null) return;
    const draft = { ...toRuleBody(form), id: rule?.id ?? null };
    setAsked({ user_id: person, dataset_id: dataset, rule: draft });
    if (asked) void seen.refetch();
  };
  return (
    <section className={styles.part} aria-label={t('Seen as')}>
      <RelationField
        resource={resource}
        kind="created_by"
        label={t('Seen as')}
        value={person === null ? [] : [person]}
        help={t('What this person would see with the rule as it is written here.')}
        onChange={(ids) => setPerson(ids.at(-1) ?? null)}
      />
      {form.tables.length > 1 ? (
        <RelationField
          resource={resource}
          kind="tables"
          label={t('Dataset')}
          value={dataset === null ? [] : [dataset]}
          known={known}
          onChange={(ids) => setChosen(ids.at(-1) ?? null)}
        />
      ) : null}
      <div>
        <Button isDisabled={!isReady} isBusy={seen.isFetching} onClick={show}>
          {t('Show the rows')}
        </Button>
      </div>
      <div aria-live="polite">
        {seen.error && !seen.isFetching ? (
          <LoadFailure
            title={t('The rows could not be read.')}
            error={seen.error}
            onRetry={() => void seen.refetch()}
          />
        ) : null}
        {seen.data && !seen.error ? <SeenRows key={seen.dataUpdatedAt} seen={seen.data.result} /> : null}
      </div>
    </section>
  );
}

function SeenRows({ seen }: { readonly seen: WireRowPreview }) {
  const t = useT();
  const language = useLanguage();
  const { rules, count, all_count: total, colnames, data } = seen;
  const shown = useRef<HTMLDivElement>(null);
  // It comes up below what is in sight of the dialog.
  useEffect(() => {
    // Browsers have come to answer with a promise, which is no way to end an effect.
    void shown.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const written = (rows: number) => rows.toLocaleString(language);
  return (
    <div ref={shown} className={styles.part}>
      <p>
        {count === null
          ? t('This person may not read the dataset.')
          : t('Rows: {{count}} of {{total}}', { count: written(count), total: written(total) })}
      </p>
      <div className={styles.rules}>
        {rules.length === 0 ? (
          <span className={textRoles.secondary}>{t('No rule binds this person here.')}</span>
        ) : (
          rules.map(({ id, name }) => <Badge key={id ?? 'new'}>{name.trim() || t('This rule')}</Badge>)
        )}
      </div>
      {data.length > 0 ? (
        <div className={styles.rows}>
          <table aria-label={t('The first rows')}>
            <thead>
              <tr>
                {colnames.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name, and none comes or goes
                <tr key={at}>
                  {colnames.map((name) => (
                    <td key={name} dir="auto" className={classNames(textRoles.numbers)}>
                      {row[name] === null ? <i className={textRoles.muted}>NULL</i> : String(row[name])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </div>
  );
}
