import { versionFigureEndpoints, type WireDatasetFigures, type WireMeasure } from '@powerset/contract';
import { DataGrid, ErrorBox, fetchFromMemory, type GridColumn, type GridValue, textRoles } from '@powerset/ui';
import { useMemo } from 'react';
import { api } from '../api/index.ts';
import { serverText, useLanguage, useT } from '../i18n/index.ts';
import { AskedFigures, figuresPlace } from './AskedFigures.tsx';
import styles from './Figures.module.css';
import { gridHeight } from './FigureTable.tsx';
import { differenceText, pairTexts, shareText } from './figure-words.ts';
import type { FiguredVersions } from './VersionComparison.tsx';

type T = ReturnType<typeof useT>;

/** What a dataset's metrics and calculated columns come to in one version and in another. */
export function DatasetFigures({ id, versions }: { readonly id: number; readonly versions: FiguredVersions }) {
  const { before, after, labels } = versions;
  const place = figuresPlace(id, versions);
  return (
    <AskedFigures
      of={['dataset', id, before, after]}
      ask={async (signal) => (await api.callEndpoint(versionFigureEndpoints.dataset, { ...place, signal })).result}
    >
      {(figures) => <Measures figures={figures} labels={labels} />}
    </AskedFigures>
  );
}

interface MeasuresProps {
  readonly figures: WireDatasetFigures;
  readonly labels: readonly [string, string];
}

function Measures({ figures, labels }: MeasuresProps) {
  const { measures, failures, left_out: leftOut } = figures;
  const t = useT();
  const language = useLanguage();
  const changed = measures.filter((measure) => measure.is_changed);
  const grid = useMemo(() => toGrid(measures, { labels, language, t }), [measures, labels, language, t]);
  const failed = measures.flatMap(({ name, failures: own }) =>
    [...new Set([own.before, own.after])].flatMap((text) => (text === null ? [] : [`${name}: ${serverText(text)}`])),
  );
  return (
    <div className={styles.figures}>
      {[failures.before, failures.after].map((failure, index) =>
        failure === null ? null : <ErrorBox key={labels[index]} title={labels[index]} text={serverText(failure)} />,
      )}
      {failures.before === null && failures.after === null ? (
        <p role="status" className={styles.summary}>
          {changed.length === 0 && failed.length === 0
            ? t('All {{count}} figures are the same.', { count: measures.length })
            : t('{{changed}} of {{count}} figures changed.', { changed: changed.length, count: measures.length })}
        </p>
      ) : null}
      <ul className={styles.notes}>
        <li className={textRoles.muted}>
          {t('Columns')}: {figures.columns.before} → {figures.columns.after}
        </li>
        {failed.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {leftOut > 0 ? (
          <li className={textRoles.muted}>
            {t('The first {{shown}} of {{count}} are shown.', {
              shown: measures.length,
              count: measures.length + leftOut,
            })}
          </li>
        ) : null}
      </ul>
      <div className={styles.rows} style={{ height: gridHeight(measures.length) }}>
        <DataGrid
          label={t('Figures')}
          columns={grid.columns}
          rowCount={measures.length}
          resultKey={grid.key}
          firstWindow={{ offset: 0, columns: grid.values }}
          fetchWindow={fetchFromMemory(grid.values)}
        />
      </div>
    </div>
  );
}

interface Words {
  readonly labels: readonly [string, string];
  readonly language: string;
  readonly t: T;
}

function toGrid(all: readonly WireMeasure[], { labels, language, t }: Words) {
  const style = { grain: null, language };
  // What changed first, the largest change of them before the others.
  const weight = ({ is_changed: isChanged, share }: WireMeasure) => (isChanged ? 1 + Math.abs(share ?? 1) : 0);
  const measures = [...all].sort((one, other) => weight(other) - weight(one));
  const pairs = measures.map((measure) =>
    pairTexts(measure.before, measure.after, { column: written(measure), ...style }),
  );
  const parts: readonly (readonly [GridColumn, readonly GridValue[]])[] = [
    [{ name: t('Metric'), type: 'string', width: 240 }, measures.map((measure) => nameOf(measure, t))],
    [{ name: labels[0], type: 'number', digits: 'plain' }, pairs.map(([before]) => before)],
    [{ name: labels[1], type: 'number', digits: 'plain' }, pairs.map(([, after]) => after)],
    [
      { name: t('Difference'), type: 'number', digits: 'plain' },
      measures.map((measure) => differenceText(measure.difference, written(measure), style)),
    ],
    [{ name: '%', type: 'number', digits: 'plain', width: 90 }, measures.map(({ share }) => shareText(share, style))],
  ];
  return {
    columns: parts.map(([column]) => column),
    values: parts.map(([, values]) => values),
    key: JSON.stringify([measures, labels]),
  };
}

const isNumeral = (value: WireMeasure['before']) =>
  value === null || typeof value === 'number' || /^-?(\d+|NaN|Infinity)$/.test(String(value));

/** Metrics may be texts or moments as well; those are written as they are. */
const written = ({ before, after, format, currency }: WireMeasure) => ({
  type: isNumeral(before) && isNumeral(after) ? ('number' as const) : ('string' as const),
  ...{ format, currency },
});

function nameOf({ kind, name }: WireMeasure, t: T): string {
  if (kind === 'rows') return t('Rows');
  if (kind === 'distinct') return t('Distinct values of {{name}}', { name });
  return kind === 'filled' ? t('Values of {{name}}', { name }) : name;
}
