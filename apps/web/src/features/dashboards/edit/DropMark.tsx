import { classNames } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';
import { type Edge, type Landing, refusals, unitPx } from '../layout/index.ts';
import styles from './DropMark.module.css';
import { useEdit } from './edit-context.tsx';
import type { Drop } from './edit-store.ts';

const edgeClasses: Readonly<Record<Edge, string | undefined>> = {
  left: styles.left,
  right: styles.right,
  top: styles.top,
  bottom: styles.bottom,
  inside: styles.inside,
};

/** A line or a field at a part, where what is dragged would come to stand. */
export function DropMark({ edge }: { edge: Edge }) {
  return <div className={classNames(styles.mark, edgeClasses[edge])} />;
}

/** The place in a row, as wide as what is dragged would be there. It is drawn over the row and moves nothing in it. */
export function RowSlot({ rowId }: { rowId: string }) {
  const landing = useEdit(({ drop }) => {
    const found = landingOf(drop);
    return found?.rowId === rowId ? found : null;
  });
  if (!landing) return null;
  const { start, width } = landing;
  return (
    <div className={styles.slot} style={{ gridColumn: `${start + 1} / span ${width ?? landing.room}`, gridRow: 1 }}>
      <SlotText landing={landing} />
    </div>
  );
}

/** The place above or below a part, or why it takes nothing. */
export function EdgeSlot({ nodeId }: { nodeId: string }) {
  const t = useT();
  const drop = useEdit((state) => (state.drop?.target.overId === nodeId ? state.drop : null));
  if (!drop) return null;
  const { foresight, target } = drop;
  if (!foresight.isDone)
    return (
      <div className={classNames(styles.slot, styles.refused)}>
        <span className={styles.text}>{t(refusals[foresight.refusal])}</span>
      </div>
    );
  const { landing } = foresight;
  // In a row the row draws the place; inside of a container it stands at its end.
  if (landing.rowId || target.edge === 'inside') return null;
  return (
    <>
      <div className={classNames(styles.mark, edgeClasses[target.edge])} style={{ width: shareOf(landing) }} />
      <div className={classNames(styles.chip, edgeClasses[target.edge])}>
        <SlotText landing={landing} />
      </div>
    </>
  );
}

/** The place at the end of a container; it takes no room of what is there. */
export function EndSlot({ containerId }: { containerId: string }) {
  const landing = useEdit(({ drop }) =>
    drop?.target.overId === containerId && drop.target.edge === 'inside' ? landingOf(drop) : null,
  );
  if (!landing || landing.rowId) return null;
  return (
    <div
      className={classNames(styles.slot, styles.end)}
      style={{ width: shareOf(landing), height: Math.max(leastPx, landing.height * unitPx) }}
    >
      <SlotText landing={landing} />
    </div>
  );
}

const leastPx = 46;

function landingOf(drop: Drop | null): Landing | null {
  return drop?.foresight.isDone ? drop.foresight.landing : null;
}

function shareOf({ width, room }: Landing): string {
  return width === null || room === 0 ? '100%' : `calc(${(100 * width) / room}% - ${room > width ? 6 : 0}px)`;
}

function SlotText({ landing }: { landing: Landing }) {
  const t = useT();
  const { width, room, isShrinking } = landing;
  if (width === null) return <span className={styles.text}>{t('Whole width')}</span>;
  return (
    <span className={styles.text}>
      {isShrinking
        ? t('{{width}} of {{all}} columns, the others shrink', { width, all: room })
        : t('{{width}} of {{all}} columns', { width, all: room })}
    </span>
  );
}
