import { labelOfCell } from '@powerset/chart-kit';
import { type MarkFilter, valueFilter } from '@powerset/charts/views';
import { Button, classNames, EmptyState, MenuButton, type MenuEntry } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import styles from './ExplainDialog.module.css';
import type { Reason } from './reasons.ts';
import type { Looked } from './use-reasons.ts';
import type { Words } from './words.ts';

interface Leads {
  /** Goes a step deeper: what explains the change of this value. */
  readonly onWithin: (filter: MarkFilter) => void;
  readonly onRows: (filter: MarkFilter) => void;
  readonly onNarrow: ((kind: 'only' | 'not', filter: MarkFilter) => void) | undefined;
  readonly canNarrow: (column: string) => boolean;
}

interface ReasonListProps extends Leads {
  readonly looked: Looked;
  readonly dimensions: readonly string[];
  readonly nameOf: (column: string) => string;
  readonly words: Words;
}

type Explained = Extract<Reason, { kind: 'explained' }>;

/** Below this, no value stands out from the others. */
const leastStrength = 0.1;

/** The columns whose values changed least alike first, and why others are no reasons. */
export function ReasonList(props: ReasonListProps) {
  const { looked, dimensions, nameOf } = props;
  const t = useT();
  const found = dimensions.flatMap((column) => {
    const reason = looked.reasons[column];
    return reason?.kind === 'explained' && reason.contributions.length > 1 ? [{ column, reason }] : [];
  });
  const ranked = found.toSorted((one, other) => other.reason.strength - one.reason.strength);
  const leftOut = (kind: Reason['kind']) =>
    dimensions
      .filter((column) => looked.reasons[column]?.kind === kind)
      .map(nameOf)
      .join(', ');
  const [many, unsplit, failed] = [leftOut('many'), leftOut('unsplit'), leftOut('failed')];
  return (
    <>
      {looked.isRunning || !looked.whole ? null : <Nothing {...{ ranked }} isUnsplit={unsplit !== ''} />}
      <ol className={styles.reasons}>
        {ranked.map(({ column, reason }) => (
          <li key={column} data-test="explain-column">
            <ColumnReason {...props} {...{ column, reason }} />
          </li>
        ))}
      </ol>
      {many ? <p className={styles.quiet}>{t('Too many values to look at: {{columns}}', { columns: many })}</p> : null}
      {unsplit && ranked.length > 0 ? (
        <p className={styles.quiet}>{t('Their parts do not add up to the whole: {{columns}}', { columns: unsplit })}</p>
      ) : null}
      {failed ? <p className={styles.quiet}>{t('Could not be asked for: {{columns}}', { columns: failed })}</p> : null}
    </>
  );
}

interface NothingProps {
  readonly ranked: readonly { readonly reason: Explained }[];
  readonly isUnsplit: boolean;
}

/** What is said where no column is a reason. */
function Nothing({ ranked, isUnsplit }: NothingProps) {
  const t = useT();
  const [first] = ranked;
  if (first && first.reason.strength >= leastStrength) return null;
  if (first)
    return (
      <p className={styles.nothing} role="status">
        {t('Nothing explains it: in every column, all values changed much alike.')}
      </p>
    );
  if (isUnsplit)
    return (
      <EmptyState
        size="small"
        title={t('This number cannot be split up')}
        text={t('The numbers of its parts do not add up to the whole, whatever column they are split by.')}
      />
    );
  return <EmptyState size="small" title={t('No column has values that could explain it')} />;
}

/** So many values are shown of a column; the rest are one line. */
const mostShown = 5;

function ColumnReason({
  column,
  reason,
  ...props
}: ReasonListProps & { readonly column: string; readonly reason: Explained }) {
  const t = useT();
  const { nameOf, words } = props;
  const all = reason.contributions.filter(({ change }) => change !== 0);
  const shown = all.length === mostShown + 1 ? all : all.slice(0, mostShown);
  const rest = all.slice(shown.length);
  const greatest = Math.max(...all.map(({ change }) => Math.abs(change)), Number.MIN_VALUE);
  const others = rest.reduce((sum, { change }) => sum + change, 0);
  return (
    <section className={styles.reason} aria-label={nameOf(column)}>
      <h3 className={styles.column}>{nameOf(column)}</h3>
      <ul className={styles.values}>
        {shown.map((part) => {
          const filter = valueFilter(column, part.key);
          return (
            <li key={filter.label} className={styles.value}>
              <MenuButton
                label={t('Actions for {{name}}', { name: filter.label })}
                items={leadsOf(filter, props, t)}
                trigger={
                  <Button kind="link" size="small" className={styles.name}>
                    {labelOfCell(part.key)}
                  </Button>
                }
              />
              <Bar share={part.change / greatest} />
              <span className={styles.change}>{words.change(part.change)}</span>
              <span className={styles.detail}>
                {part.effects
                  ? t('by its share {{mix}}, by itself {{rate}}', {
                      mix: words.change(part.effects.mix),
                      rate: words.change(part.effects.rate),
                    })
                  : `${words.number(part.before)} → ${words.number(part.after)}`}
              </span>
            </li>
          );
        })}
        {rest.length > 0 ? (
          <li className={styles.value}>
            <span className={styles.others}>{t('{{count}} others', { count: rest.length })}</span>
            <span />
            <span className={styles.change}>{words.change(others)}</span>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

/** To the right what raised the number, to the left what lowered it. */
function Bar({ share }: { readonly share: number }) {
  return (
    <span className={styles.track} aria-hidden="true">
      <i
        className={classNames(styles.bar, share < 0 ? styles.down : styles.up)}
        style={{ width: `${Math.abs(share) * 50}%` }}
      />
    </span>
  );
}

function leadsOf(
  filter: MarkFilter,
  { onWithin, onRows, onNarrow, canNarrow }: Leads,
  t: ReturnType<typeof useT>,
): readonly MenuEntry[] {
  return [
    { key: 'within', label: t('Explain its own change'), onSelect: () => onWithin(filter) },
    { key: 'rows', label: t('Drill to detail'), onSelect: () => onRows(filter) },
    ...(onNarrow && canNarrow(filter.column)
      ? [
          { key: 'only', label: t('Keep only'), onSelect: () => onNarrow('only', filter) },
          { key: 'not', label: t('Exclude'), onSelect: () => onNarrow('not', filter) },
        ]
      : []),
  ];
}
