import type { WireKeyColumn } from '@powerset/contract';
import { type GridCellAt, sayBeside } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useEditorSession } from '../context.tsx';
import { keysQuery, loadFollowed, type ResultSelection } from './result-calls.ts';

export interface ResultKeys {
  /** Places of columns whose values are keys: names of things, and no quantities. */
  readonly places: ReadonlySet<number>;
  /** Where a cell's value leads; null where it leads nowhere. */
  readonly linkOf: (cell: GridCellAt) => KeyLink | null;
}

export interface KeyLink {
  readonly label: string;
  readonly follow: () => void;
}

const shownCharacters = 40;
const noKeys: readonly WireKeyColumn[] = [];

/** The keys among a result's columns, once they are known; following one reads its row in a tab of its own. */
export function useKeys(resultKey: string | null, selection: ResultSelection): ResultKeys {
  const t = useT();
  const session = useEditorSession();
  const { data: keys = noKeys } = useQuery({ ...keysQuery(resultKey ?? ''), enabled: resultKey !== null });
  const places = useMemo(() => new Set(keys.map(({ index }) => index)), [keys]);
  const follow = async (cell: GridCellAt) => {
    const say = sayBeside();
    try {
      const { sql, database_id: dbId, catalog, schema, table } = await loadFollowed(resultKey ?? '', selection, cell);
      const tab = session.addTab({ sql, dbId, catalog, schema, name: table });
      await session.run(tab.id);
    } catch (error) {
      say.danger(errorText(error));
    }
  };
  const linkOf = (cell: GridCellAt): KeyLink | null => {
    const target = keys.find(({ index }) => index === cell.column)?.target;
    if (!target || cell.value === null) return null;
    const text = String(cell.value);
    const value = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
    const label = t('Go to {{column}} = {{value}}', { column: `${target.table}.${target.column}`, value });
    return { label, follow: () => void follow(cell) };
  };
  return { places, linkOf };
}
