import { sqlEditorEndpoints, type WireTemplate } from '@powerset/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../api/index.ts';
import type { EditorTab } from '../tabs/tab.ts';

const delayMs = 300;

/** Whether a text holds anything that a template replaces. */
function hasTemplate(sql: string): boolean {
  return /\{[{%]/.test(sql);
}

/** What the tab's text asks for, and how it reads with what it was given; null for a text without templates. */
export function useTemplate(tab: EditorTab, isOn: boolean): WireTemplate | null {
  const isTemplate = isOn && tab.dbId !== null && hasTemplate(tab.sql);
  const question = useSettled(isTemplate ? tab : null);
  const { data } = useQuery({
    queryKey: ['sql-template', tab.id, question?.dbId, question?.sql, question?.templateParams],
    queryFn: async ({ signal }) =>
      (
        await api.callEndpoint(sqlEditorEndpoints.template, {
          query: Object.fromEntries(new URLSearchParams(location.search)),
          body: {
            database_id: question?.dbId ?? 0,
            sql: question?.sql ?? '',
            template_params: question?.templateParams ?? null,
          },
          signal,
        })
      ).result,
    enabled: isTemplate && question !== null,
    // What a tab asks for stays while it is asked anew; another tab's is another's.
    placeholderData: (last, query) => (query?.queryKey[1] === tab.id ? keepPreviousData(last) : undefined),
    retry: false,
  });
  return isTemplate ? (data ?? null) : null;
}

/** The tab once its author has paused; another tab at once. */
function useSettled(tab: EditorTab | null): EditorTab | null {
  const [settled, setSettled] = useState(tab);
  const isOther = settled?.id !== tab?.id;
  useEffect(() => {
    if (isOther) return setSettled(tab);
    const timer = setTimeout(() => setSettled(tab), delayMs);
    return () => clearTimeout(timer);
  }, [tab, isOther]);
  return isOther ? tab : settled;
}
