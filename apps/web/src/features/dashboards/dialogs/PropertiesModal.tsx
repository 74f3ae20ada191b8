import { type DashboardPut, dashboardEndpoints } from '@powerset/contract';
import { Field, Select, sayBeside, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { ApiError, api, resources } from '../../../api/index.ts';
import { readObjectText, useObjectTextProblem } from '../../../controls/json-text/index.ts';
import { RelationField } from '../../../controls/relation-field/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useSession } from '../../../shell/index.ts';
import { readFilterConfiguration } from '../filters/index.ts';
import { type ClashAnswer, onTopOf, SaveModal, saveProblem, toMetadata } from '../saving/index.ts';
import {
  type DashboardState,
  type Metadata,
  readDashboardMetadata,
  refreshChoices,
  useNotedDeletions,
  useOpenDashboard,
} from '../state/index.ts';
import { ColorSchemeField } from './ColorSchemeField.tsx';
import { CssField } from './CssField.tsx';
import { DialogFields, FieldRow } from './DialogFields.tsx';
import { MetadataField } from './MetadataField.tsx';
import { ThemeField } from './ThemeField.tsx';

interface Draft {
  readonly title: string;
  readonly slug: string;
  readonly css: string;
  readonly certifiedBy: string;
  readonly certificationDetails: string;
  readonly owners: readonly number[];
  readonly roles: readonly number[];
  readonly colorScheme: string | null;
  readonly refreshFrequency: number;
  readonly metadataText: string;
  readonly themeId: number | null;
}

function toDraft(state: DashboardState): Draft {
  const { dashboard, title, css, metadata, refreshFrequency } = state;
  return {
    title,
    slug: dashboard.slug ?? '',
    css,
    certifiedBy: dashboard.certified_by ?? '',
    certificationDetails: dashboard.certification_details ?? '',
    owners: dashboard.owners.map((owner) => owner.id),
    roles: dashboard.roles.map((role) => role.id),
    colorScheme: metadata.color_scheme ?? null,
    refreshFrequency,
    metadataText: JSON.stringify(toMetadata(state), null, 2),
    themeId: dashboard.theme?.id ?? null,
  };
}

function toFields(draft: Draft, hasRoles: boolean): DashboardPut {
  return {
    dashboard_title: draft.title,
    slug: draft.slug,
    css: draft.css,
    theme_id: draft.themeId,
    owners: [...draft.owners],
    ...(hasRoles ? { roles: [...draft.roles] } : {}),
    certified_by: draft.certifiedBy,
    certification_details: draft.certifiedBy ? draft.certificationDetails : '',
  };
}

function toMetadataChange({ colorScheme, refreshFrequency }: Draft): Metadata {
  return { color_scheme: colorScheme, refresh_frequency: refreshFrequency };
}

/** What the text says otherwise than before; what was taken out of it is nothing. */
function toTextChange(before: Draft, after: Draft): Metadata {
  if (before.metadataText === after.metadataText) return {};
  const [old, next] = [readDashboardMetadata(before.metadataText), readDashboardMetadata(after.metadataText)];
  const gone = Object.keys(old).filter((key) => !(key in next));
  return { ...changedOnly(old, next), ...Object.fromEntries(gone.map((key) => [key, undefined])) };
}

/** The fields follow the text, and the text the fields. */
function withSameMetadata(draft: Draft, change: Partial<Draft>): Draft {
  const next = { ...draft, ...change };
  const read = readObjectText(next.metadataText);
  if (!('value' in read)) return next;
  if (change.metadataText !== undefined) {
    const { color_scheme: colorScheme, refresh_frequency: seconds } = readDashboardMetadata(next.metadataText);
    return { ...next, colorScheme: colorScheme ?? null, refreshFrequency: seconds ?? 0 };
  }
  if (change.colorScheme === undefined && change.refreshFrequency === undefined) return next;
  return { ...next, metadataText: JSON.stringify({ ...read.value, ...toMetadataChange(next) }, null, 2) };
}

/** Only what was changed here, so that it can go on top of what somebody else saved. */
function changedOnly<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const old = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
  const changed = Object.entries(after).filter(([name, value]) => old.get(name) !== JSON.stringify(value));
  // Some of the fields of `after`, each as it is there.
  return Object.fromEntries(changed) as Partial<Fields>;
}

type Store = ReturnType<typeof useOpenDashboard>['store'];

interface PropertiesChange {
  readonly fields: DashboardPut;
  readonly metadata: Metadata;
}

async function saveProperties(
  store: Store,
  draft: Draft,
  { fields, metadata: change }: PropertiesChange,
): Promise<void> {
  const state = store.getState();
  const params = { id: state.dashboard.id };
  const metadata = { ...toMetadata(state), ...change };
  const answer = await api.callEndpoint(dashboardEndpoints.update, {
    params,
    body: {
      ...fields,
      json_metadata: JSON.stringify(metadata),
      last_modified_time: state.lastModifiedTime,
    },
  });
  const fresh = await api.callEndpoint(dashboardEndpoints.get, { params });
  const { hasOtherChanges } = store.getState();
  if ('native_filter_configuration' in change)
    store.getState().setFilters(readFilterConfiguration(change.native_filter_configuration));
  store.getState().setMetadata(change);
  store.getState().setRefreshFrequency(draft.refreshFrequency);
  store.setState({
    title: draft.title,
    css: draft.css,
    dashboard: fresh.result,
    lastModifiedTime: answer.last_modified_time,
    hasOtherChanges,
  });
}

/** Title, address, people, certification, colours and refresh of the dashboard; saved at once. */
export function PropertiesModal({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { store } = useOpenDashboard();
  useNotedDeletions();
  const { isFeatureEnabled } = useSession();
  const hasRoles = isFeatureEnabled('DASHBOARD_RBAC');
  const [opened] = useState<Draft>(() => toDraft(store.getState()));
  const [draft, setDraft] = useState<Draft>(opened);
  const [problems, setProblems] = useState<Readonly<Record<string, readonly string[]>>>({});
  const change = (part: Partial<Draft>) => setDraft((last) => withSameMetadata(last, part));
  const metadataProblem = useObjectTextProblem(draft.metadataText);
  const save = async (answer?: ClashAnswer) => {
    const say = sayBeside();
    try {
      const change = {
        fields: changedOnly(toFields(opened, hasRoles), toFields(draft, hasRoles)),
        metadata: { ...changedOnly(toMetadataChange(opened), toMetadataChange(draft)), ...toTextChange(opened, draft) },
      };
      const whole = { fields: toFields(draft, hasRoles), metadata: { ...toMetadataChange(draft), ...change.metadata } };
      await onTopOf(store, { ...change, answer }, () => saveProperties(store, draft, whole));
      say.success(t('The dashboard has been saved'));
    } catch (error) {
      if (error instanceof ApiError) setProblems(error.fields);
      throw error;
    }
  };
  return (
    <SaveModal
      title={t('Dashboard properties')}
      saveLabel={t('Apply')}
      save={save}
      failureTitle={t('The properties were not saved')}
      failureText={saveProblem}
      isBlocked={metadataProblem !== null}
      onClose={onClose}
    >
      <PropertiesForm
        draft={draft}
        change={change}
        problems={problems}
        hasRoles={hasRoles}
        known={store.getState().dashboard.theme}
      />
    </SaveModal>
  );
}

interface FormProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly problems: Readonly<Record<string, readonly string[]>>;
  readonly hasRoles: boolean;
  /** The theme that it has, whose name is known. */
  readonly known: DashboardState['dashboard']['theme'];
}

function PropertiesForm({ draft, change, problems, hasRoles, known }: FormProps) {
  const t = useT();
  const problemOf = (field: string) => problems[field]?.join(' ') ?? null;
  return (
    <DialogFields>
      <FieldRow>
        <Field label={t('Name')} error={problemOf('dashboard_title')}>
          {(ids) => <TextInput {...ids} value={draft.title} maxLength={500} onChange={(title) => change({ title })} />}
        </Field>
        <Field label={t('URL slug')} error={problemOf('slug')} help={t('A readable URL for your dashboard')}>
          {(ids) => <TextInput {...ids} value={draft.slug} maxLength={255} onChange={(slug) => change({ slug })} />}
        </Field>
      </FieldRow>
      <FieldRow>
        <RelationField
          resource={resources.dashboards}
          kind="owners"
          label={t('Owners')}
          value={draft.owners}
          onChange={(owners) => change({ owners })}
        />
        {hasRoles ? (
          <RelationField
            resource={resources.dashboards}
            kind="roles"
            label={t('Roles')}
            value={draft.roles}
            onChange={(roles) => change({ roles })}
          />
        ) : null}
      </FieldRow>
      <FieldRow>
        <Field label={t('Certified by')}>
          {(ids) => (
            <TextInput {...ids} value={draft.certifiedBy} onChange={(certifiedBy) => change({ certifiedBy })} />
          )}
        </Field>
        <Field label={t('Certification details')}>
          {(ids) => (
            <TextInput
              {...ids}
              value={draft.certificationDetails}
              onChange={(certificationDetails) => change({ certificationDetails })}
            />
          )}
        </Field>
      </FieldRow>
      <FieldRow>
        <ColorSchemeField value={draft.colorScheme} onChange={(colorScheme) => change({ colorScheme })} />
        <Field label={t('Refresh frequency')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Refresh frequency')}
              value={draft.refreshFrequency}
              choices={refreshChoices.map(({ seconds, label }) => ({ value: seconds, label: t(label) }))}
              onChange={(next) => change({ refreshFrequency: next ?? 0 })}
            />
          )}
        </Field>
      </FieldRow>
      <ThemeField
        value={draft.themeId}
        known={known}
        error={problemOf('theme_id')}
        onChange={(themeId) => change({ themeId })}
      />
      <CssField value={draft.css} rows={4} error={problemOf('css')} onChange={(css) => change({ css })} />
      <MetadataField
        text={draft.metadataText}
        onChange={(metadataText) => change({ metadataText })}
        refusals={problems.json_metadata ?? []}
      />
    </DialogFields>
  );
}
