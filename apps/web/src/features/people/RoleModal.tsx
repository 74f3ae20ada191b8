import type { WireRole, WireRolePermission } from '@powerset/contract';
import { Field, Skeleton, TextInput } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorText, resources, updateItem } from '../../api/index.ts';
import { FormModal } from '../../controls/form-modal/index.ts';
import { useT } from '../../i18n/index.ts';
import { GrantField } from './GrantField.tsx';
import { type Grant, type RoleRights, toRights } from './grants.ts';

interface RoleModalProps {
  /** Null makes a new one. */
  readonly role: WireRole | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const permissionsPath = (id: number) => `${resources.roles.path}${id}/permissions/`;

/** What a role has now, read anew each time the dialog opens. */
function useRights(role: WireRole | null) {
  return useQuery({
    queryKey: [resources.roles.name, 'permissions', role?.id ?? null],
    queryFn: async ({ signal }): Promise<RoleRights> => {
      if (!role) return { grants: [], otherIds: [] };
      const { result } = await api.request<{ result: readonly WireRolePermission[] }>(permissionsPath(role.id), {
        signal,
      });
      return toRights(result);
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A role's name and the data that it opens. */
export function RoleModal({ role, onClose, onSaved }: RoleModalProps) {
  const t = useT();
  const [name, setName] = useState(role?.name ?? '');
  const [madeId, setMadeId] = useState<number | null>(null);
  const [chosen, setChosen] = useState<readonly Grant[] | null>(null);
  const rights = useRights(role);
  const grants = chosen ?? rights.data?.grants ?? [];
  const save = async () => {
    const { roles } = resources;
    const body = { name: name.trim() };
    const known = role?.id ?? madeId;
    if (known !== null && !role?.is_built_in) await updateItem(roles, known, body);
    const id = known ?? (await api.request<{ id: number }>(roles.path, { method: 'POST', body })).id;
    setMadeId(id);
    const ids = [...(rights.data?.otherIds ?? []), ...grants.map((grant) => grant.id)];
    await api.request(permissionsPath(id), { method: 'POST', body: { permission_view_menu_ids: ids } });
    onSaved();
  };
  return (
    <FormModal
      title={role ? t('Edit role {{name}}', { name: role.name }) : t('Add role')}
      isNew={role === null}
      isComplete={name.trim() !== '' && rights.data !== undefined}
      onSave={save}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {role?.is_built_in ? null : (
            <Field label={t('Role name')} error={errors.name}>
              {(ids) => <TextInput {...ids} value={name} maxLength={64} onChange={setName} />}
            </Field>
          )}
          {rights.error ? (
            <p className="ps-field__error" role="alert">
              {errorText(rights.error)}
            </p>
          ) : null}
          {rights.isPending ? <Skeleton height={180} /> : null}
          {rights.data ? <GrantFields role={role} grants={grants} onChange={setChosen} /> : null}
          {errors.permission_view_menu_ids ? (
            <p className="ps-field__error" role="alert">
              {errors.permission_view_menu_ids}
            </p>
          ) : null}
        </>
      )}
    </FormModal>
  );
}

interface GrantFieldsProps {
  readonly role: WireRole | null;
  readonly grants: readonly Grant[];
  readonly onChange: (grants: readonly Grant[]) => void;
}

function GrantFields({ role, grants, onChange }: GrantFieldsProps) {
  const t = useT();
  const shared = { grants, onChange };
  return (
    <>
      {role?.sees_all_data ? <p className="ps-t2">{t('This role reads all data already.')}</p> : null}
      {role === null ? (
        <p className="ps-t2">
          {t('A role of your own opens data. What people may do with it is said by Gamma, Alpha or sql_lab beside it.')}
        </p>
      ) : null}
      <GrantField
        {...shared}
        kind="database_access"
        label={t('Databases')}
        help={t('With all schemas, tables and datasets in them.')}
      />
      <GrantField {...shared} kind="schema_access" label={t('Schemas')} help={t('Those that hold a dataset.')} />
      <GrantField {...shared} kind="datasource_access" label={t('Datasets')} />
    </>
  );
}
