import { type DashboardPut, dashboardEndpoints, type WireDashboard } from '@powerset/contract';
import { Field, TextInput } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, resources, updateItem } from '../api/index.ts';
import { FormModal } from '../controls/form-modal/index.ts';
import { RelationField } from '../controls/relation-field/index.ts';
import { WaitingModal } from '../controls/waiting-modal/index.ts';
import { useT } from '../i18n/index.ts';
import { useSession } from '../shell/index.ts';
import { type Certification, CertificationFields } from './CertificationFields.tsx';

type Detail = Pick<
  WireDashboard,
  'dashboard_title' | 'slug' | 'owners' | 'roles' | 'certified_by' | 'certification_details'
>;

interface DashboardPropertiesProps {
  readonly dashboardId: number;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Name, address, people and certification of a dashboard that is not open: read anew, saved at once. */
export function DashboardPropertiesModal(props: DashboardPropertiesProps) {
  const { dashboardId } = props;
  const t = useT();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['dashboard-properties', dashboardId],
    gcTime: 0,
    queryFn: ({ signal }) => api.callEndpoint(dashboardEndpoints.get, { params: { id: dashboardId }, signal }),
  });
  if (data) return <PropertiesForm {...props} detail={data.result} />;
  return (
    <WaitingModal
      title={t('Dashboard properties')}
      error={isFetching ? null : error}
      onRetry={() => void refetch()}
      onClose={props.onClose}
    />
  );
}

interface Draft extends Certification {
  readonly title: string;
  readonly slug: string;
  readonly owners: readonly number[];
  readonly roles: readonly number[];
}

function toDraft(detail: Detail): Draft {
  return {
    title: detail.dashboard_title,
    slug: detail.slug ?? '',
    owners: detail.owners.map(({ id }) => id),
    roles: detail.roles.map(({ id }) => id),
    certifiedBy: detail.certified_by ?? '',
    certificationDetails: detail.certification_details ?? '',
  };
}

function toFields(draft: Draft, hasRoles: boolean): DashboardPut {
  return {
    dashboard_title: draft.title.trim(),
    slug: draft.slug.trim(),
    owners: [...draft.owners],
    ...(hasRoles ? { roles: [...draft.roles] } : {}),
    certified_by: draft.certifiedBy,
    certification_details: draft.certifiedBy ? draft.certificationDetails : '',
  };
}

function PropertiesForm(props: DashboardPropertiesProps & { readonly detail: Detail }) {
  const { dashboardId, detail, onSaved, onClose } = props;
  const t = useT();
  const hasRoles = useSession().isFeatureEnabled('DASHBOARD_RBAC');
  const [draft, setDraft] = useState(() => toDraft(detail));
  const change = (part: Partial<Draft>) => setDraft((last) => ({ ...last, ...part }));
  const save = async () => {
    await updateItem(resources.dashboards, dashboardId, toFields(draft, hasRoles));
    onSaved();
    return true;
  };
  return (
    <FormModal
      title={t('Dashboard properties')}
      isComplete={draft.title.trim() !== ''}
      isNew={false}
      onSave={save}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field label={t('Name')} error={errors.dashboard_title}>
            {(ids) => (
              <TextInput {...ids} value={draft.title} maxLength={500} onChange={(title) => change({ title })} />
            )}
          </Field>
          <Field label={t('URL slug')} error={errors.slug} help={t('A readable URL for your dashboard')}>
            {(ids) => <TextInput {...ids} value={draft.slug} maxLength={255} onChange={(slug) => change({ slug })} />}
          </Field>
          <CertificationFields value={draft} errors={errors} onChange={change} />
          <RelationField
            resource={resources.dashboards}
            kind="owners"
            label={t('Owners')}
            value={draft.owners}
            error={errors.owners}
            known={detail.owners.map((one) => ({ text: `${one.first_name} ${one.last_name}`, value: one.id }))}
            onChange={(owners) => change({ owners })}
          />
          {hasRoles ? (
            <RelationField
              resource={resources.dashboards}
              kind="roles"
              label={t('Roles')}
              value={draft.roles}
              error={errors.roles}
              known={detail.roles.map((one) => ({ text: one.name, value: one.id }))}
              onChange={(roles) => change({ roles })}
            />
          ) : null}
        </>
      )}
    </FormModal>
  );
}
