import { defaultTranslate, isRecord, msg } from '@powerset/chart-kit';
import { useCallback, useMemo, useRef, useState } from 'react';
import { SortCaret } from '../shared/SortCaret.tsx';
import shared from '../shared/table.module.css';
import { nextSort, type TableSort } from '../shared/table-sorts.ts';
import { mostOfText } from '../shared/text-widths.ts';
import { useLabel } from '../shared/use-label.ts';
import { useRendered } from '../shared/use-rendered.ts';
import { useWordsPicture } from '../shared/use-words-picture.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { type Comparison, compareGroups, type MetricTest, type Tests } from './comparisons.ts';
import type { TtestForm } from './form.ts';
import { sortComparisons, type TtestOptions } from './options.ts';
import styles from './View.module.css';

type Props = ChartViewProps<Tests, TtestOptions, TtestForm>;

export function View(props: Props) {
  const { model, options, form, width, height, title, definition, ownState, onOwnState, onRendered } = props;
  const frame = useRef<HTMLDivElement>(null);
  useWordsPicture(frame);
  useRendered(model, onRendered);
  const [controls, setControls] = useState(() => controlsOf(ownState?.controls ?? form.own_state.controls));
  const choose = (metric: string, control: string) => {
    const next = { ...controls, [metric]: control };
    setControls(next);
    onOwnState?.({ ...ownState, controls: next });
  };
  const statement = useCallback(() => options.statement, [options.statement]);
  const label = useLabel(title ?? definition.name, statement);
  return (
    <div ref={frame} className={shared.frame} style={{ width, height, ...mostOfText(width) }} data-test="ttest-chart">
      <section
        className={shared.scroller}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard to be scrolled by it
        tabIndex={0}
      >
        {model.tests.map((test) => (
          <TestTable
            key={test.metric}
            {...props}
            test={test}
            control={controls[test.metric] ?? ''}
            onControl={(control) => choose(test.metric, control)}
          />
        ))}
      </section>
    </div>
  );
}

/** The chosen control of each metric. */
function controlsOf(stored: unknown): Readonly<Record<string, string>> {
  if (!isRecord(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

interface TestProps extends Props {
  readonly test: MetricTest;
  readonly control: string;
  readonly onControl: (control: string) => void;
}

function TestTable(props: TestProps) {
  const { test, options, control, translate = defaultTranslate } = props;
  const [sort, setSort] = useState<TableSort | null>(null);
  const compared = useMemo(
    () => compareGroups(test, { control, level: options.level }),
    [test, control, options.level],
  );
  const rows = useMemo(() => sortComparisons(compared, sort), [compared, sort]);
  const heads = [
    ['group', translate('Group')],
    ['lift', translate('Lift')],
    ['p', translate('p-value')],
    ['pairs', translate('Pairs')],
  ] as const;
  return (
    <div className={styles.test}>
      <h3 className={styles.title}>{test.label}</h3>
      <table className={shared.table} aria-label={test.label}>
        <thead>
          <tr>
            {heads.map(([key, text]) => (
              <th
                key={key}
                scope="col"
                className={shared.head}
                style={{ textAlign: key === 'group' ? 'left' : 'right' }}
                aria-sort={sort?.key === key ? orderOf(sort.desc) : undefined}
              >
                <button
                  type="button"
                  className={shared.sort}
                  onClick={() => setSort(nextSort(sort, key, key === 'lift' || key === 'pairs'))}
                >
                  {text}
                  {sort?.key === key ? <SortCaret isDescending={sort.desc} /> : null}
                </button>
              </th>
            ))}
            <th scope="col" className={shared.head}>
              {translate('Significant')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.group.label} {...props} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const control = msg('control');
const tooFew = msg('too few pairs');
const yes = msg('yes');
const no = msg('no');

const orderOf = (isDescending: boolean) => (isDescending ? 'descending' : 'ascending');

function Row({ row, options, onControl, translate = defaultTranslate }: TestProps & { readonly row: Comparison }) {
  const { group, isControl, lift, p, pairs } = row;
  const number = `${shared.cell} ${styles.cell} ${shared.number}`;
  return (
    <tr className={`${shared.row} ${isControl ? styles.control : ''}`} data-test="table-row">
      <td dir="auto" className={`${shared.cell} ${styles.cell} ${shared.first} ${shared.fitted}`}>
        <button
          type="button"
          className={styles.choice}
          title={isControl ? group.label : translate('Compare with {{name}}', { name: group.label })}
          aria-pressed={isControl}
          onClick={() => onControl(group.label)}
        >
          {group.label}
        </button>
      </td>
      <td className={number} style={{ color: colorOf(row, options) }}>
        {lift === null ? '–' : options.liftText(lift)}
      </td>
      <td className={number}>{p === null ? '–' : options.pText(p)}</td>
      <td className={number}>{pairs}</td>
      <td className={`${shared.cell} ${styles.cell}`}>{translate(verdictOf(row))}</td>
    </tr>
  );
}

function verdictOf({ isControl, isSignificant }: Comparison): string {
  if (isControl) return control;
  if (isSignificant === null) return tooFew;
  return isSignificant ? yes : no;
}

/** A lift that may be chance is no better and no worse. */
function colorOf({ lift, isSignificant }: Comparison, { better, worse }: TtestOptions): string | undefined {
  if (lift === null || lift === 0 || !isSignificant) return undefined;
  return lift > 0 ? better : worse;
}
