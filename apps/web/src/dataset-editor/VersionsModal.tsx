import { isRecord } from '@powerset/chart-kit';
import { type DatasetVersionFields, datasetEndpoints, type WireObjectVersion } from '@powerset/contract';
import { textRoles } from '@powerset/ui';
import { api } from '../api/index.ts';
import { type Difference, Differences } from '../conflicts/index.ts';
import { readObjectText } from '../controls/json-text/index.ts';
import { useT } from '../i18n/index.ts';
import {
  changeWords,
  DatasetFigures,
  type Sides,
  VersionComparison,
  VersionsModal as VersionsDialog,
} from '../versions/index.ts';
import { fieldLabels, labels, textOf } from './dataset-words.ts';

type T = ReturnType<typeof useT>;

interface VersionsModalProps {
  readonly datasetId: number;
  readonly name: string;
  readonly onRestored: () => Promise<void>;
  readonly onClose: () => void;
}

/** What the dataset was with each save, what changed, and the way back. */
export function VersionsModal({ datasetId: id, name, onRestored, onClose }: VersionsModalProps) {
  const t = useT();
  const load = async (number: number, signal: AbortSignal) =>
    (await api.callEndpoint(datasetEndpoints.version, { params: { id, number }, signal })).result.fields;
  const restore = async (number: number) => {
    await api.callEndpoint(datasetEndpoints.restoreVersion, { params: { id, number }, body: {} });
    await onRestored();
  };
  return (
    <VersionsDialog
      name={name}
      versions={{
        key: ['dataset', id],
        loadPage: (q, signal) => api.callEndpoint(datasetEndpoints.versions, { params: { id }, query: { q }, signal }),
        wordsOf: (version) => saveWords(version, t),
        restore,
      }}
      comparison={(number, newest) => (
        <VersionComparison
          key={number}
          queryKey={['dataset', id]}
          number={number}
          load={load}
          now={{ choice: t('What is saved now'), label: t('Saved now'), number: newest }}
          render={(sides) => <DatasetDifference {...sides} />}
          renderFigures={(versions) => <DatasetFigures id={id} versions={versions} />}
        />
      )}
      onClose={onClose}
    />
  );
}

function DatasetDifference({ left, right, leftLabel, rightLabel }: Sides<DatasetVersionFields>) {
  const t = useT();
  if (!left) return <p className={textRoles.muted}>{t('First version that is kept')}</p>;
  const differences = differencesOf(left, right, t);
  if (differences.length === 0) return <p className={textRoles.muted}>{t('They are the same.')}</p>;
  return <Differences differences={differences} leftLabel={leftLabel} rightLabel={rightLabel} />;
}

/** The dataset's own fields, then those of its columns and metrics that differ. */
function differencesOf(left: DatasetVersionFields, right: DatasetVersionFields, t: T): readonly Difference[] {
  const { columns: leftColumns, metrics: leftMetrics, ...leftOwn } = left;
  const { columns: rightColumns, metrics: rightMetrics, ...rightOwn } = right;
  return [
    ...fieldDifferences(leftOwn, rightOwn, (field) => t(labels[field] ?? field), t),
    ...partDifferences(leftMetrics, rightMetrics, t),
    ...partDifferences(leftColumns, rightColumns, t),
  ];
}

type Fields = Readonly<Record<string, unknown>>;

function fieldDifferences(left: Fields, right: Fields, ...[labelOf, t]: [(field: string) => string, T]) {
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((field): readonly Difference[] => {
    const [was, is] = [textOf(left[field], t), textOf(right[field], t)];
    return was === is ? [] : [{ id: labelOf(field), label: labelOf(field), left: was, right: is }];
  });
}

function partDifferences(left: string, right: string, t: T): readonly Difference[] {
  const [before, after] = [readParts(left), readParts(right)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const labelOf = (field: string) => `${name}: ${t(fieldLabels[field] ?? labelsOfNames[field] ?? field)}`;
    return fieldDifferences(withoutUuid(before[name]), withoutUuid(after[name]), labelOf, t);
  });
}

const labelsOfNames: Readonly<Record<string, string>> = {
  column_name: labels.table_name ?? '',
  metric_name: labels.table_name ?? '',
};

function readParts(text: string): Fields {
  const read = readObjectText(text);
  return 'value' in read ? read.value : {};
}

function withoutUuid(part: unknown): Fields {
  const { uuid: _uuid, ...rest } = isRecord(part) ? part : {};
  return rest;
}

function saveWords(version: WireObjectVersion, t: T): string {
  const changes = version.changed_fields.map((field) => {
    const [part, name] = field.split(/\.(.*)/s);
    if (name !== undefined && part === 'columns') return t('Column {{name}} changed', { name });
    if (name !== undefined && part === 'metrics') return t('Metric {{name}} changed', { name });
    return t('{{field}} changed', { field: t(labels[field] ?? field) });
  });
  return changeWords(version, changes, t);
}
