import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshTree } from '../../../databases/index.ts';
import { isActive } from '../runs/run-store.ts';
import type { EditorSession } from '../session.ts';

/** Reads a database's tables anew after a run that may have changed them. */
export function useRefreshAfterChanges(session: EditorSession): void {
  const client = useQueryClient();
  useEffect(
    () =>
      session.runs.subscribe(({ runs }, { runs: last }) => {
        const ended = Object.values(runs).filter(({ query }) => {
          const before = last[query.id];
          return before !== undefined && isActive(before.query) && !isActive(query);
        });
        const changed = ended.filter(({ query }) => query.ctas || changesTables(query.sql));
        for (const dbId of new Set(changed.map(({ query }) => query.dbId))) void refreshTree(client, dbId);
      }),
    [session, client],
  );
}

const changing =
  /\b(create|drop|alter|rename|truncate|insert|update|delete|merge|copy|import|attach|detach|comment\s+on)\b/i;

/** Whether a script may change what tables there are, or how many rows they have; a word too many only reads once more. */
export function changesTables(sql: string): boolean {
  return changing.test(sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, ' '));
}
