import { roleEndpoints, type WireRole } from '@powerset/contract';
import { Field, FieldError, Skeleton, TextInput, textRoles } from '@powerset/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorText, postItem, resources, updateItem } from '../../api/index.ts';
import { FormModal } from '../../controls/form-modal/index.ts';
import { useT } from '../../i18n/index.ts';
import { GrantField } from './GrantField.tsx';
import type { Grant } from './grants.ts';
import { type RoleChange, type RoleForm, roleDifferences, toRoleChange } from './role-form.ts';
import { SaveQuestion } from './SaveQuestion.tsx';
import { saveOver, useOverwriteQuestion } from './save-over.ts';
import { type RoleVersion, readRole } from './versions.ts';

interface RoleModalProps {
  /** Null makes a new one. */
  readonly role: WireRole | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** A role as it is now, read anew each time the dialog opens. */
const versionKey = (role: WireRole | null) => [resources.roles.name, 'permissions', role?.id ?? null];

function useOpenedRole(role: WireRole | null) {
  return useQuery({
    queryKey: versionKey(role),
    queryFn: async ({ signal }): Promise<RoleVersion> =>
      role ? readRole(role.id, signal) : { name: '', last_modified_time: 0, grants: [], others: [] },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Sends a change as the two calls that it takes: for the name, and for what the role may. */
async function sendChange(id: number, { name, permissionIds }: RoleChange, seen: number): Promise<void> {
  let last = seen;
  if (name !== undefined) {
    const body = { name, last_modified_time: last };
    last = (await updateItem(resources.roles, id, body)).last_modified_time;
  }
  if (permissionIds === undefined) return;
  const body = { permission_view_menu_ids: permissionIds, last_modified_time: last };
  await api.callEndpoint(roleEndpoints.grant, { params: { id }, body });
}

/** Makes the role once, however often giving it its rights is tried. */
function useNewRole() {
  const [madeId, setMadeId] = useState<number | null>(null);
  return async ({ name, grants }: RoleForm) => {
    const { roles } = resources;
    const body = { name: name.trim() };
    if (madeId !== null) await updateItem(roles, madeId, body);
    const id = madeId ?? (await postItem(roles, body));
    setMadeId(id);
    const ids = grants.map((grant) => grant.id);
    await api.callEndpoint(roleEndpoints.grant, { params: { id }, body: { permission_view_menu_ids: ids } });
  };
}

function useRoleForm({ role, onSaved }: RoleModalProps) {
  const t = useT();
  const queryClient = useQueryClient();
  const [changed, setChanged] = useState<Partial<RoleForm>>({});
  const opened = useOpenedRole(role);
  const { question, ask } = useOverwriteQuestion();
  const make = useNewRole();
  const form: RoleForm = { name: opened.data?.name ?? '', grants: opened.data?.grants ?? [], ...changed };
  const saveKnown = (id: number, version: RoleVersion) =>
    saveOver({
      opened: version,
      save: (over) => sendChange(id, toRoleChange(version, form, over), over.last_modified_time),
      readTheirs: () => readRole(id),
      differencesTo: (theirs) => roleDifferences(version, theirs, t),
      ask,
      take: (theirs) => {
        queryClient.setQueryData(versionKey(role), theirs);
        setChanged({});
      },
    });
  const save = async () => {
    if (!opened.data) return false;
    if (role && !(await saveKnown(role.id, opened.data))) return false;
    if (!role) await make(form);
    onSaved();
    return true;
  };
  const change = (part: Partial<RoleForm>) => setChanged((last) => ({ ...last, ...part }));
  return { opened, form, change, question, save };
}

/** A role's name and the data that it opens. */
export function RoleModal(props: RoleModalProps) {
  const { role, onClose } = props;
  const t = useT();
  const { opened, form, change, question, save } = useRoleForm(props);
  return (
    <>
      <FormModal
        title={role ? t('Edit role {{name}}', { name: role.name }) : t('Add role')}
        isNew={role === null}
        isComplete={form.name.trim() !== '' && opened.data !== undefined}
        onSave={save}
        onClose={onClose}
      >
        {(errors) => (
          <>
            {role?.is_built_in ? null : (
              <Field label={t('Role name')} error={errors.name}>
                {(ids) => <TextInput {...ids} value={form.name} maxLength={64} onChange={(name) => change({ name })} />}
              </Field>
            )}
            {opened.error ? <FieldError>{errorText(opened.error)}</FieldError> : null}
            {opened.isPending ? <Skeleton height={180} /> : null}
            {opened.data ? (
              <GrantFields role={role} grants={form.grants} onChange={(grants) => change({ grants })} />
            ) : null}
            {errors.permission_view_menu_ids ? <FieldError>{errors.permission_view_menu_ids}</FieldError> : null}
          </>
        )}
      </FormModal>
      <SaveQuestion question={question} />
    </>
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
      {role?.sees_all_data ? <p className={textRoles.secondary}>{t('This role reads all data already.')}</p> : null}
      {role === null ? (
        <p className={textRoles.secondary}>
          {t('A role of your own opens data. What people may do with it is said by Gamma, Alpha or sql_lab beside it.')}
        </p>
      ) : null}
      <GrantField
        {...shared}
        kind="database_access"
        label={t('Databases')}
        help={t('With all schemas, tables and datasets in them.')}
      />
      <GrantField
        {...shared}
        kind="catalog_access"
        label={t('Catalogs')}
        help={t('With all schemas, tables and datasets in them. Schemas of one are found below by its name.')}
        isLeftOutEmpty
      />
      <GrantField
        {...shared}
        kind="schema_access"
        label={t('Schemas')}
        help={t('With all tables and datasets in them, those to come too.')}
      />
      <GrantField {...shared} kind="datasource_access" label={t('Datasets')} />
    </>
  );
}
