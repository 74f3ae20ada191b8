import styles from './CellChart.module.css';
import { barsOf, lineOf, numbersOfCell } from './cell-chart.ts';
import type { CellTextProps } from './cell-text-props.ts';
import { formatTableNumber } from './table-numbers.ts';

/** The numbers of a cell as a small line or as bars; what is no list of numbers stays the text that it is. */
export function CellChart({ drawn, text, row }: CellTextProps) {
  const numbers = numbersOfCell(drawn.column, row);
  if (numbers === null) return text;
  const present = numbers.filter((value) => value !== null);
  const words = [present[0], present.at(-1)].map((value) => formatTableNumber(value ?? 0)).join(' – ');
  const isPair = drawn.column.earlier !== undefined;
  return (
    <span className={styles.cell}>
      <svg
        role="img"
        aria-label={words}
        className={styles.chart}
        width={numbers.length > 2 ? 96 : 28}
        height={20}
        viewBox={`0 0 ${numbers.length > 2 ? 96 : 28} 20`}
        data-test="cell-chart"
      >
        <title>{words}</title>
        {drawn.chart === 'bars' ? <Bars numbers={numbers} /> : <Line numbers={numbers} />}
      </svg>
      {isPair ? text : null}
    </span>
  );
}

interface Numbers {
  readonly numbers: readonly (number | null)[];
}

const widthOf = ({ length }: Numbers['numbers']) => (length > 2 ? 96 : 28);

function Line({ numbers }: Numbers) {
  const drawing = lineOf(numbers, widthOf(numbers));
  if (!drawing) return null;
  return (
    <>
      <path d={drawing.path} fill="none" stroke="currentColor" strokeWidth={1.25} strokeLinejoin="round" />
      {drawing.dots.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r={1.75} fill="currentColor" />
      ))}
    </>
  );
}

function Bars({ numbers }: Numbers) {
  return barsOf(numbers, widthOf(numbers)).map(({ x, y, width, height, isBelow }) => (
    <rect key={x} className={isBelow ? styles.below : undefined} {...{ x, y, width, height }} fill="currentColor" />
  ));
}
