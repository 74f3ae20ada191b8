import type { ChartDraft, WireChartFigures, WireFigureComparison, WireValue } from '@powerset/contract';
import { type Document, isDocument } from '../../../metadata/index.ts';
import { type Asset, titleOf } from './assets.ts';
import type { Differences } from './compare.ts';
import type { Remote } from './remote.ts';

/** More are not asked: each is two questions to a database. */
const mostCharts = 200;
/** Of one chart. */
const mostTold = 5;
const longestValue = 60;

/**
 * A line for each kept chart whose file, or whose dataset's file, says something else than the server: which of its figures would
 * be others with the rows of today. Charts stand by themselves: no dashboard's filters are in it.
 */
export async function* describeFigures(
  remote: Pick<Remote, 'figures'>,
  files: readonly Asset[],
  { changed, onlyInFiles }: Differences,
): AsyncGenerator<string> {
  const others = new Set(changed.map(({ asset }) => asset.uuid));
  const fresh = new Set(onlyInFiles.map(({ uuid }) => uuid));
  const datasets = new Map(files.flatMap((asset) => (asset.kind === 'datasets' ? [[asset.uuid, asset]] : [])));
  const concerned = files.filter(
    (asset) =>
      asset.kind === 'charts' && !fresh.has(asset.uuid) && (others.has(asset.uuid) || others.has(datasetOf(asset))),
  );
  for (const chart of concerned.slice(0, mostCharts)) {
    const dataset = datasets.get(datasetOf(chart));
    const body = toDraft(chart, dataset && others.has(dataset.uuid) ? dataset : undefined);
    const told = await remote.figures(chart, { body, dataset: { kind: 'datasets', uuid: datasetOf(chart) } });
    const text = 'refusal' in told ? told.refusal : toSentence(told);
    yield `# ${chart.file} "${titleOf(chart)}": ${text}`;
  }
  if (concerned.length > mostCharts) yield `! ${concerned.length - mostCharts} more charts were not asked.`;
  if (concerned.length === 0) yield 'No chart that is kept is concerned: no figures were asked.';
}

const datasetOf = ({ value }: Asset) => String(value.dataset_uuid ?? '').toLowerCase();

function toDraft({ value }: Asset, dataset: Asset | undefined): Omit<ChartDraft, 'datasource_id'> {
  return {
    viz_type: String(value.viz_type ?? ''),
    params: toText(value.params) ?? '{}',
    query_context: toText(value.query_context),
    ...(dataset ? { dataset: toDataset(dataset.value) } : {}),
  };
}

function toDataset(value: Document): NonNullable<ChartDraft['dataset']> {
  return {
    table_name: String(value.table_name ?? ''),
    schema: toText(value.schema),
    sql: toText(value.sql),
    main_dttm_col: toText(value.main_dttm_col),
    offset: Number(value.offset ?? 0),
    fetch_values_predicate: toText(value.fetch_values_predicate),
    template_params: toText(value.template_params),
    extra: toText(value.extra),
    always_filter_main_dttm: value.always_filter_main_dttm === true,
    columns: toFields(value.columns, 'column_name'),
    metrics: toFields(value.metrics, 'metric_name'),
  };
}

/** Files have documents where tables have texts. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const isPlain = (value: unknown) => value === null || typeof value === 'boolean';

function toFields(value: unknown, name: 'column_name' | 'metric_name'): string {
  const fields = Array.isArray(value) ? value.filter(isDocument) : [];
  const named = fields.map((field) => {
    const entries = Object.entries(field).map(([key, item]) => [key, isPlain(item) ? item : toText(item)]);
    return [String(field[name]), Object.fromEntries(entries)];
  });
  return JSON.stringify(Object.fromEntries(named));
}

function toSentence({ comparisons, failures }: WireChartFigures): string {
  if (failures.after !== null) return `cannot be asked as the files say it: ${failures.after}`;
  if (failures.before !== null) return `cannot be asked as it is kept: ${failures.before}`;
  const sum = (count: (one: WireFigureComparison) => number) => comparisons.reduce((all, one) => all + count(one), 0);
  const [figures, changed] = [sum((one) => one.figures), sum((one) => one.changed)];
  const [gone, added] = [sum((one) => one.gone), sum((one) => one.added)];
  if (changed + gone + added === 0) return `the same figures (${figures})`;
  const counts = [
    changed > 0 ? `${changed} of ${figures} figures change` : null,
    gone > 0 ? `${gone} rows go` : null,
    added > 0 ? `${added} rows come` : null,
  ];
  const told = comparisons.flatMap(describeChanges).slice(0, mostTold);
  return `${counts.filter(Boolean).join(', ')}: ${told.join('; ')}`;
}

function describeChanges({ changes }: WireFigureComparison): readonly string[] {
  return changes.slice(0, mostTold).map(({ kind, key, column, before, after, share }) => {
    const name = [key.map(toWord).join(' / '), column ?? ''].filter(Boolean).join(' ') || 'all rows';
    if (kind === 'gone') return `${name} ${column === null ? 'goes' : `${toWord(before)} goes`}`;
    if (kind === 'added') return `${name} ${column === null ? 'comes' : `${toWord(after)} comes`}`;
    const percent = share === null ? '' : ` (${share > 0 ? '+' : ''}${(share * 100).toFixed(1)} %)`;
    return `${name} ${toWord(before)} -> ${toWord(after)}${percent}`;
  });
}

/** One line, and no control character of a value at a terminal. */
function toWord(value: WireValue): string {
  const text = String(value ?? 'null').replace(/\p{C}/gu, ' ');
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
