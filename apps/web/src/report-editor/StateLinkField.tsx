import { dashboardEndpoints } from '@powerset/contract';
import { Field, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { ApiError, api, errorText } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import type { PartProps } from './part-props.ts';
import { linkKey } from './report-form.ts';

/** Takes the filters and tabs of a link that somebody copied from the dashboard, and the dashboard with them. */
export function StateLinkField({ fields, patch }: Omit<PartProps, 'errors'>) {
  const t = useT();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (link: string) => {
    setText(link);
    setProblem(null);
    const key = linkKey(link);
    if (key === null) {
      if (link.trim() !== '') setProblem(t('This is no link to a dashboard in a state.'));
      return;
    }
    try {
      const { dashboardId, state } = await api.callEndpoint(dashboardEndpoints.getPermalink, { params: { key } });
      const { result } = await api.callEndpoint(dashboardEndpoints.get, { params: { id: dashboardId } });
      // Made beside a dashboard it stays with that.
      if (fields.method !== 'alerts_reports' && result.id !== fields.source?.id) {
        setProblem(t('This is no link to a dashboard in a state.'));
        return;
      }
      const { dataMask, activeTabs, anchor, urlParams } = state;
      const lists = { activeTabs: [...(activeTabs ?? [])], urlParams: (urlParams ?? []).map((pair) => [...pair]) };
      patch({
        source: { kind: 'dashboard', id: result.id, name: result.dashboard_title },
        dashboardState: { dataMask, anchor, ...lists },
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(errorText(error));
    }
  };
  return (
    <Field
      label={t('Link with filters and tabs')}
      note={t('Optional')}
      error={problem}
      help={t('Choose them on the dashboard, copy its permalink there, and paste it here.')}
    >
      {(ids) => <TextInput {...ids} value={text} maxLength={2000} onChange={(link) => void take(link)} />}
    </Field>
  );
}
