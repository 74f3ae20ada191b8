import { exploreEndpoints, type FormDataBody } from '@powerset/contract';
import { type RefObject, useEffect, useRef } from 'react';
import { useNavigate, useNavigation } from 'react-router';
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

/**
 * Keeps the form that was run on the server and its key in the address: made at the first run, replaced after that, one
 * after the other.
 */
export function useKeptForm({ explore, start, visit, run }: KeptFormInput): void {
  const navigate = useNavigate();
  const isStaying = useIsStaying();
  const key = useRef<string | null>(null);
  const kept = useRef<string | null>(null);
  const last = useRef(Promise.resolve());
  const { dataset } = explore;
  const form = run.drawn?.form;
  const sliceId = start.slice?.slice_id ?? null;
  useEffect(() => {
    if (!form || dataset.id === null) return;
    const { id: datasetId, type: datasourceType } = dataset;
    const text = JSON.stringify(form);
    if (kept.current === text) return;
    kept.current = text;
    const keep = async () => {
      if (!isStaying.current) return;
      const from = location.href;
      key.current = await keepForm(key.current, {
        datasource_id: datasetId,
        datasource_type: datasourceType,
        form_data: text,
        chart_id: sliceId ?? undefined,
      });
      // Who has gone on meanwhile, as by saving, is not called back.
      if (!isStaying.current || location.href !== from) return;
      const search = toSearch({ formDataKey: key.current, sliceId, datasetId, datasourceType });
      await navigate(`/explore/?${search}`, { replace: true, state: { visit } });
    };
    // Without a kept form the address still names the chart or its dataset; nothing that people made is lost.
    last.current = last.current.then(keep).catch(() => undefined);
  }, [form, dataset, sliceId, navigate, visit, isStaying]);
}

async function keepForm(key: string | null, body: FormDataBody): Promise<string> {
  const answer =
    key === null
      ? await api.callEndpoint(exploreEndpoints.createFormData, { body })
      : await api.callEndpoint(exploreEndpoints.updateFormData, { params: { key }, body });
  return answer.key;
}

/** Whether this screen is still the one that is shown, and no other is on its way. */
function useIsStaying(): RefObject<boolean> {
  const { state } = useNavigation();
  const isStaying = useRef(true);
  useEffect(() => {
    isStaying.current = state === 'idle';
    return () => {
      isStaying.current = false;
    };
  }, [state]);
  return isStaying;
}
