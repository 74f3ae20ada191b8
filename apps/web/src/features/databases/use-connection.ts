import { databaseEndpoints } from '@powerset/contract';
import { sayBeside } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api, errorText, fillGaps, postItem, resources, updateItem, useInvalidate } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import {
  type ConnectionForm,
  type DatabaseKind,
  type FormErrors,
  findMistakes,
  type SavedConnection,
  toBody,
  toFormErrors,
  toTestBody,
} from './connection-form.ts';
import { inOtherWay, toConversion } from './other-way.ts';
import { fieldOfKey } from './sheet-list.ts';

/** The kinds that can be connected, and what is known of the database that is being changed. */
export function useConnectionData(id: number | null) {
  const kinds = useQuery({
    queryKey: [resources.databases.name, 'available'],
    queryFn: ({ signal }) => api.callEndpoint(databaseEndpoints.available, { signal }),
    select: (answer) => answer.databases,
  });
  const saved = useQuery({
    queryKey: [resources.databases.name, 'connection', id],
    queryFn: ({ signal }) => api.callEndpoint(databaseEndpoints.connection, { params: { id: id ?? '' }, signal }),
    select: (answer) => answer.result,
    enabled: id !== null,
    gcTime: 0,
  });
  /** Asks again for what did not come. */
  const reload = () => {
    for (const one of [kinds, saved]) if (one.error) void one.refetch();
  };
  return { kinds, saved, reload };
}

interface TurningForm {
  readonly kind: DatabaseKind;
  readonly form: ConnectionForm;
  readonly setForm: (change: (form: ConnectionForm) => ConnectionForm) => void;
}

/** Goes on by the other way to connect, which what was typed is carried over to. */
export function useOtherWay({ kind, form, setForm }: TurningForm) {
  return async (method: ConnectionForm['method']) => {
    if (method === form.method) return;
    const body = toConversion(kind, form);
    // What cannot be said in the other way is no reason to keep anybody from it.
    const answer = body && (await api.callEndpoint(databaseEndpoints.validateParameters, { body }).catch(() => null));
    setForm((now) => (now.method === method ? now : inOtherWay(kind, now, answer?.result ?? null)));
  };
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
  /** Whose secrets the masks stand for. */
  const changed = saved ? { id: saved.id } : {};

  const attempt = async (
    what: 'test' | 'save',
    work: (body: ReturnType<typeof toBody>) => Promise<void>,
    tell: (text: string) => void,
  ) => {
    const mistakes = findMistakes(kind, form, {
      required,
      wholeNumber: t('Enter a whole number of seconds'),
      notJson: t('Enter a JSON object'),
      twice: t('Two sheets have the same name.'),
    });
    setErrors(mistakes);
    if (Object.keys(mistakes).length > 0) return;
    setBusy(what);
    try {
      await work(toBody(kind, form));
    } catch (error) {
      setErrors(error instanceof ApiError ? toFormErrors(error, required, form) : { '': errorText(error) });
      tell(errorText(error));
    } finally {
      setBusy(null);
    }
  };
  const test = () => {
    const say = sayBeside();
    return attempt(
      'test',
      async (body) => {
        const tried = { ...toTestBody(body), ...changed };
        await api.callEndpoint(databaseEndpoints.testConnection, { body: tried });
        say.success(t('Connection looks good!'));
      },
      (text) => say.danger(fillGaps(t('ERROR: %s'), text)),
    );
  };
  const save = () => {
    const say = sayBeside();
    return attempt(
      'save',
      async (body) => {
        if (form.method === 'fields')
          await api.callEndpoint(databaseEndpoints.validateParameters, { body: { ...body, ...changed } });
        if (saved) await updateItem(resources.databases, saved.id, body);
        else await postItem(resources.databases, body);
        await invalidate(resources.databases);
        say.success(saved ? t('Database settings updated') : t('Database connected'));
        onSaved();
      },
      () => undefined,
    );
  };
  const clearError = (key: string) =>
    setErrors((all) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => fieldOfKey(name) !== key && name !== '')),
    );
  return { errors, busy, test, save, clearError };
}
