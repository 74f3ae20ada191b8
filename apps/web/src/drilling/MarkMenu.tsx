import {
  CopyOutlined,
  EditOutlined,
  FilterOutlined,
  LinkOutlined,
  NodeExpandOutlined,
  PartitionOutlined,
  StopOutlined,
  TableOutlined,
} from '@ant-design/icons-svg';
import type { ChartMenuRequest, MarkFacts, MarkFilter } from '@powerset/charts/views';
import { copyText, type MenuAction, type MenuEntry, sayBeside, toCopiedText } from '@powerset/ui';
import { rowCountText, useLanguage, useT } from '../i18n/index.ts';
import { useDrillInfo } from './asking.ts';
import { metricsOfSubject, ownTime } from './explain/reasons.ts';
import { PointMenu } from './PointMenu.tsx';
import type { LayerProps } from './places.ts';
import { type DrillSubject, isOnDataset } from './subject.ts';

interface MarkMenuProps extends LayerProps {
  readonly request: ChartMenuRequest;
}

const rule = (key: string) => ({ kind: 'rule', key }) as const;

/** What can be done with a mark; without one, with the whole chart. */
export function MarkMenu(props: MarkMenuProps) {
  const { request, subject, onPlace } = props;
  const t = useT();
  const groups = [useFilterEntries(props), useDrillEntries(props), useOtherEntries(props)].filter(
    (entries) => entries.length > 0,
  );
  const label = request.mark?.label || subject.title;
  const items: readonly MenuEntry[] = [
    { kind: 'heading', key: 'mark', label },
    ...groups.flatMap((entries, index) => (index === 0 ? entries : [rule(`rule-${index}`), ...entries])),
  ];
  return (
    <PointMenu
      at={request}
      items={groups.length > 0 ? items : [...items, { key: 'none', label: t('Nothing to do here'), isDisabled: true }]}
      label={t('Actions for {{name}}', { name: label })}
      onClose={() => onPlace(null)}
    />
  );
}

/** The mark as a filter of other charts, and of this one. */
function useFilterEntries({ request, subject, actions }: MarkMenuProps): readonly MenuEntry[] {
  const t = useT();
  const { selection, mark } = request;
  const { selectedLabels = [], onSelect, onNarrow } = actions;
  const isSelected = selection?.selectedLabels.every((label) => selectedLabels.includes(label)) === true;
  const cross =
    selection && onSelect
      ? [
          {
            key: 'cross',
            label: isSelected ? t('Remove cross-filter') : t('Add cross-filter'),
            icon: LinkOutlined,
            onSelect: () => onSelect(isSelected ? null : selection),
          },
        ]
      : [];
  const nameOf = namesOf(subject);
  const filters = (mark?.filters ?? []).filter((filter) => isOnDataset(subject.form, filter));
  if (!onNarrow || filters.length === 0) return cross;
  const narrow = (kind: 'only' | 'not') => (chosen: readonly MarkFilter[]) => onNarrow(kind, chosen);
  // A stretch of time that is left out would be two.
  const single = filters.filter(({ op }) => op !== 'TEMPORAL_RANGE');
  const only = byValue({ filters, nameOf, all: t('All of these values') }, narrow('only'));
  const not = byValue({ filters: single, nameOf, all: null }, narrow('not'));
  return [
    ...cross,
    { key: 'only', label: t('Keep only'), icon: FilterOutlined, ...only },
    ...(single.length > 0 ? [{ key: 'not', label: t('Exclude'), icon: StopOutlined, ...not }] : []),
  ];
}

interface Choices {
  readonly nameOf: (column: string) => string;
  readonly filters: readonly MarkFilter[];
  /** What all values together are called; null where they are not offered. */
  readonly all: string | null;
}

type Choosing = Pick<MenuAction, 'hint' | 'items' | 'onSelect'>;

/** One value is chosen at once; of several, which is meant is asked. */
function byValue({ filters, all, nameOf }: Choices, choose: (filters: readonly MarkFilter[]) => void): Choosing {
  const [first] = filters;
  if (filters.length === 1 && first) return { hint: shortened(first.label), onSelect: () => choose(filters) };
  return {
    items: [
      ...filters.map((filter) => ({
        key: `${filter.column}-${filter.label}`,
        label: filter.label,
        hint: nameOf(filter.column),
        onSelect: () => choose([filter]),
      })),
      ...(all === null ? [] : [rule('all-rule'), { key: 'all', label: all, onSelect: () => choose(filters) }]),
    ],
  };
}

const namesOf =
  ({ verboseNames }: DrillSubject) =>
  (column: string) =>
    verboseNames[column] || column;

const shortened = (text: string) => (text.length > 24 ? `${text.slice(0, 23)}…` : text);

const noFilters: MarkFacts['filters'] = [];

/** The rows behind the mark, and its number by another column. */
function useDrillEntries({ request, subject, mayDrill, onPlace }: MarkMenuProps): readonly MenuEntry[] {
  const t = useT();
  const by = useColumnEntries({ subject, request, mayDrill, onPlace });
  if (!mayDrill) return [];
  const filters = request.mark?.filters ?? noFilters;
  const nameOf = namesOf(subject);
  const ends = request.mark?.ends;
  const behaviors = subject.definition.behaviors;
  const open = (chosen: readonly MarkFilter[]) => onPlace({ kind: 'detail', filters: chosen });
  return [
    ...(behaviors.includes('DRILL_TO_DETAIL')
      ? [
          { key: 'detail', label: t('Drill to detail'), icon: TableOutlined, onSelect: () => open(filters) },
          ...(filters.length > 1
            ? [
                {
                  key: 'detail-by',
                  label: t('Drill to detail by'),
                  icon: TableOutlined,
                  ...byValue({ filters, nameOf, all: null }, open),
                },
              ]
            : []),
        ]
      : []),
    { key: 'by', label: t('Drill by'), icon: PartitionOutlined, items: by },
    ...(canExplain(subject, filters)
      ? [
          {
            key: 'explain',
            label: t('Explain this change'),
            icon: NodeExpandOutlined,
            onSelect: () => onPlace({ kind: 'explain', explained: { filters, metric: request.mark?.metric ?? null } }),
          },
          ...(ends
            ? [
                {
                  key: 'explain-ends',
                  label: t('Explain {{last}} against {{first}}', { first: ends[0].label, last: ends[1].label }),
                  icon: NodeExpandOutlined,
                  onSelect: () =>
                    onPlace({ kind: 'explain', explained: { filters: [ends[1]], metric: null, first: ends[0] } }),
                },
              ]
            : []),
        ]
      : []),
  ];
}

/** A change lies between two periods of a number. */
function canExplain(subject: DrillSubject, filters: readonly MarkFilter[]): boolean {
  if (metricsOfSubject(subject).length === 0) return false;
  return filters.some(({ op }) => op === 'TEMPORAL_RANGE') || ownTime(subject) !== null;
}

/** So many columns are named in the menu; the dialog has them all. */
const mostNamed = 12;

function useColumnEntries({
  subject,
  request,
  mayDrill,
  onPlace,
}: Pick<MarkMenuProps, 'subject' | 'request' | 'mayDrill' | 'onPlace'>): readonly MenuEntry[] {
  const t = useT();
  const info = useDrillInfo(subject, mayDrill);
  const filters = request.mark?.filters ?? noFilters;
  if (info.error) return [{ key: 'failed', label: t('The columns could not be loaded'), isDisabled: true }];
  if (!info.data) return [{ key: 'loading', label: t('Loading...'), isDisabled: true }];
  const taken = new Set(filters.map(({ column }) => column));
  const columns = info.data.columns.filter(({ column_name: name }) => !taken.has(name));
  if (columns.length === 0) return [{ key: 'none', label: t('No columns found'), isDisabled: true }];
  const label = request.mark?.label ?? '';
  const named = columns.slice(0, mostNamed).map(({ column_name: column, verbose_name: name }) => ({
    key: column,
    label: name || column,
    onSelect: () => onPlace({ kind: 'by', filters, steps: [{ column, filters, label }] }),
  }));
  if (columns.length <= mostNamed) return named;
  return [
    ...named,
    rule('more-rule'),
    { key: 'more', label: t('Another column'), onSelect: () => onPlace({ kind: 'by', filters, steps: [] }) },
  ];
}

function useOtherEntries({ request, actions }: MarkMenuProps): readonly MenuEntry[] {
  const t = useT();
  const language = useLanguage();
  const { cells, mark } = request;
  const value = mark?.value ?? null;
  const copy = async (text: string) => {
    const say = sayBeside();
    if (await copyText(text)) say.success(t('Copied'));
    else say.danger(t('Sorry, your browser does not support copying.'));
  };
  const copyEntry = (format: 'text' | 'markdown', label: string) => ({
    key: format,
    label,
    icon: CopyOutlined,
    hint: rowCountText(cells?.rows ?? 0, (cells?.rows ?? 0).toLocaleString(language)),
    onSelect: () => void copy(toCopiedText(cells?.read() ?? [], format, { hasHeader: true, table: '' })),
  });
  return [
    ...(value === null
      ? []
      : [
          {
            key: 'copy',
            label: t('Copy value'),
            icon: CopyOutlined,
            hint: shortened(value),
            onSelect: () => void copy(value),
          },
        ]),
    ...(cells && cells.rows > 0
      ? [copyEntry('text', t('Copy as text')), copyEntry('markdown', t('Copy as Markdown'))]
      : []),
    ...(actions.editHref ? [{ key: 'edit', label: t('Edit chart'), icon: EditOutlined, href: actions.editHref }] : []),
  ];
}
