import { toasts } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api, errorText, fillGaps, resources, useInvalidate } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import {
  type ConnectionForm,
  type DatabaseKind,
  type FormErrors,
  findMistakes,
  type SavedConnection,
  toBody,
  toFormErrors,
} from './connection-form.ts';

const { path } = resources.databases;

/** The kinds that can be connected, and what is known of the database that is being changed. */
export function useConnectionData(id: number | null) {
  const kinds = useQuery({
    queryKey: [resources.databases.name, 'available'],
    queryFn: ({ signal }) => api.request<{ databases: readonly DatabaseKind[] }>(`${path}available/`, { signal }),
    select: (answer) => answer.databases,
  });
  const saved = useQuery({
    queryKey: [resources.databases.name, 'connection', id],
    queryFn: ({ signal }) => api.request<{ result: SavedConnection }>(`${path}${id}/connection`, { signal }),
    select: (answer) => answer.result,
    enabled: id !== null,
    gcTime: 0,
  });
  return { kinds, saved };
}

interface ConnectionTask {
  readonly kind: DatabaseKind;
  readonly saved: SavedConnection | null;
  readonly form: ConnectionForm;
  readonly onSaved: () => void;
}

/** Tests and saves what the form holds. */
export function useConnectionTask({ kind, saved, form, onSaved }: ConnectionTask) {
  const t = useT();
  const invalidate = useInvalidate();
  const [errors, setErrors] = useState<FormErrors>({});
  const [busy, setBusy] = useState<'test' | 'save' | null>(null);
  const required = t('This is a required field');

  const attempt = async (what: 'test' | 'save', work: (body: object) => Promise<void>, say: (text: string) => void) => {
    const mistakes = findMistakes(kind, form, {
      required,
      wholeNumber: t('Enter a whole number of seconds'),
      notJson: t('Enter a JSON object'),
    });
    setErrors(mistakes);
    if (Object.keys(mistakes).length > 0) return;
    setBusy(what);
    try {
      await work(toBody(kind, form, saved?.parameters));
    } catch (error) {
      setErrors(error instanceof ApiError ? toFormErrors(error, required) : { '': errorText(error) });
      say(errorText(error));
    } finally {
      setBusy(null);
    }
  };
  const test = () =>
    attempt(
      'test',
      async (body) => {
        await api.request(`${path}test_connection/`, { method: 'POST', body });
        toasts.success(t('Connection looks good!'));
      },
      (text) => toasts.danger(fillGaps(t('ERROR: %s'), text)),
    );
  const save = () =>
    attempt(
      'save',
      async (body) => {
        if (form.method === 'fields') await api.request(`${path}validate_parameters/`, { method: 'POST', body });
        if (saved) await api.request(`${path}${saved.id}`, { method: 'PUT', body });
        else await api.request(path, { method: 'POST', body });
        await invalidate(resources.databases);
        toasts.success(saved ? t('Database settings updated') : t('Database connected'));
        onSaved();
      },
      () => undefined,
    );
  const clearError = (key: string) =>
    setErrors((all) => Object.fromEntries(Object.entries(all).filter(([name]) => name !== key && name !== '')));
  return { errors, busy, test, save, clearError };
}
