import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/index.ts';
import type { Explore } from './explore-context.tsx';
import { toSearch } from './model/address.ts';
import type { ChartRun } from './use-chart-run.ts';
import type { ExploreStart } from './use-explore-start.ts';

interface KeptFormInput {
  readonly explore: Explore;
  readonly start: ExploreStart;
  readonly visit: string;
  readonly run: ChartRun;
}

/** Keeps the form that was run on the server and its key in the address: made at the first run, replaced after that. */
export function useKeptForm({ explore, start, visit, run }: KeptFormInput): string | null {
  const navigate = useNavigate();
  const [key, setKey] = useState<string | null>(null);
  const kept = useRef<string | null>(null);
  const { dataset } = explore;
  const form = run.drawn?.form;
  const sliceId = start.slice?.slice_id ?? null;
  useEffect(() => {
    if (!form || dataset.id === null) return;
    const text = JSON.stringify(form);
    if (kept.current === text) return;
    kept.current = text;
    const body = {
      datasource_id: dataset.id,
      datasource_type: dataset.type,
      form_data: text,
      chart_id: sliceId ?? undefined,
    };
    const path = key ? `/api/v1/explore/form_data/${key}` : '/api/v1/explore/form_data';
    const keep = async () => {
      const answer = await api.request<{ key?: string }>(path, { method: key ? 'PUT' : 'POST', body });
      const newKey = answer.key ?? key;
      setKey(newKey);
      const search = toSearch({
        formDataKey: newKey,
        sliceId,
        datasetId: dataset.id ?? 0,
        datasourceType: dataset.type,
      });
      await navigate(`/explore/?${search}`, { replace: true, state: { visit } });
    };
    // Without a kept form the address still names the chart or its dataset; nothing that people made is lost.
    keep().catch(() => undefined);
  }, [form, dataset, key, sliceId, navigate, visit]);
  return key;
}
