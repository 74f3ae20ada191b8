import { databaseEndpoints } from '@powerset/contract';
import { useEffect } from 'react';
import { api } from '../../../api/index.ts';
import type { EditorSession } from '../session.ts';
import { initialSql } from '../tabs/new-tab.ts';
import type { EditorTab } from '../tabs/tab.ts';

const validationDelayMs = 600;
const untouched = [initialSql(true), initialSql(false)];

/** Asks the database whether the text is sound, when its author pauses. */
export function useValidation(session: EditorSession, tab: EditorTab | undefined): void {
  const { id, dbId, catalog = null, schema, sql, templateParams } = tab ?? {};
  useEffect(() => {
    if (!id || dbId === null || dbId === undefined || !sql?.trim() || untouched.includes(sql)) {
      if (id) session.change(id, { validationResult: null });
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const answer = await api.callEndpoint(databaseEndpoints.validateSql, {
          params: { id: dbId },
          body: {
            sql,
            ...(catalog ? { catalog } : {}),
            schema,
            ...(templateParams ? { template_params: templateParams } : {}),
          },
          signal: controller.signal,
        });
        session.change(id, { validationResult: { sql, errors: answer.result } });
      } catch {
        // A text that could not be checked has no known mistakes.
        if (!controller.signal.aborted) session.change(id, { validationResult: null });
      }
    }, validationDelayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [session, id, dbId, catalog, schema, sql, templateParams]);
}
