import { digitsOf } from '@powerset/chart-kit';
import { type ChartTableResult, isTotalsTable, type ResultTable } from '@powerset/contract';
import { CodeView, DataGrid, fetchFromMemory, Modal, Tabs } from '@powerset/ui';
import { useMemo, useState } from 'react';
import type { ChartRun } from '../../../chart-runs/index.ts';
import { useT } from '../../../i18n/index.ts';
import type { ChartPayload } from '../state/index.ts';
import styles from './ChartDialogs.module.css';

export type ChartDialog = 'table' | 'query';

interface DialogsProps {
  readonly dialog: ChartDialog;
  readonly title: string;
  readonly run: ChartRun | undefined;
  readonly payload: ChartPayload | undefined;
  readonly onClose: () => void;
}

/** A chart's rows, or the SQL behind it, in a dialog. */
export function ChartDialogs({ dialog, title, run, onClose }: DialogsProps) {
  const t = useT();
  const [active, setActive] = useState('0');
  const tables = run?.tables?.filter((table) => !isTotalsTable(table)) ?? [];
  const queries = run?.results.filter(({ query }) => query !== '') ?? [];
  const count = dialog === 'table' ? tables.length : queries.length;
  const at = Number(active);
  const heading = dialog === 'table' ? t('Chart data: {{title}}', { title }) : t('View query: {{title}}', { title });
  return (
    <Modal title={heading} width={1080} onClose={onClose}>
      {count > 1 ? (
        <Tabs
          label={heading}
          active={active}
          onChange={setActive}
          items={Array.from({ length: count }, (_, index) => ({
            key: String(index),
            label: t('Results {{number}}', { number: index + 1 }),
          }))}
        />
      ) : null}
      {dialog === 'table' ? <Rows table={tables[at]} title={title} /> : <Query result={queries[at]} />}
    </Modal>
  );
}

function Rows({ table, title }: { table: ResultTable | undefined; title: string }) {
  const t = useT();
  const fetchWindow = useMemo(() => fetchFromMemory((table?.columns ?? []).map((column) => column.values)), [table]);
  if (!table) return <p>{t('The query has no rows.')}</p>;
  return (
    <div className={styles.rows}>
      <DataGrid
        label={title}
        columns={table.columns.map(({ name, type, nativeType }) => ({
          ...{ name, type, typeName: nativeType },
          digits: digitsOf(name),
        }))}
        rowCount={table.rowCount}
        fetchWindow={fetchWindow}
        resultKey={`${title}-${table.rowCount}`}
      />
    </div>
  );
}

function Query({ result }: { result: ChartTableResult | undefined }) {
  const t = useT();
  return <CodeView label={t('View query')} code={result?.query || t('There is no query.')} />;
}
