import { LoginOutlined, UserAddOutlined } from '@ant-design/icons-svg';
import type { registrationEndpoints, WireRegistration } from '@powerset/contract';
import { classNames, textRoles } from '@powerset/ui';
import { useCallback } from 'react';
import { resources, useInvalidate } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import {
  type EditRow,
  FormListPage,
  type ListColumn,
  type ListDefinition,
  NameLine,
  NameText,
  When,
} from '../../lists/index.ts';
import { LetInModal } from './LetInModal.tsx';

type T = ReturnType<typeof useT>;

function registrationColumns(t: T): readonly ListColumn<WireRegistration>[] {
  return [
    {
      key: 'email',
      header: t('Email'),
      sortKey: 'email',
      render: (row) => (
        <NameLine>
          <NameText>{row.email}</NameText>
        </NameLine>
      ),
    },
    {
      key: 'name',
      header: t('Name'),
      sortKey: 'first_name',
      isSecondary: true,
      render: (row) => (
        <span dir="auto" className={classNames(textRoles.secondary, textRoles.truncated)}>
          {[row.first_name, row.last_name].filter(Boolean).join(' ')}
        </span>
      ),
    },
    {
      key: 'registration_date',
      header: t('Asked'),
      width: 160,
      isNumeric: true,
      sortKey: 'registration_date',
      render: (row) => <When time={row.registration_date} />,
    },
  ];
}

function registrationList(t: T, letIn: EditRow<WireRegistration>): ListDefinition<typeof registrationEndpoints> {
  return {
    resource: resources.registrations,
    title: t('Registrations'),
    icon: UserAddOutlined,
    emptyText: t('Nobody is waiting'),
    emptyHelp: t('Whoever asks for an account stands here until the link in the mail was used, for a day at most.'),
    searchPlaceholder: t('Search registrations'),
    search: { col: 'email', opr: 'registration_all_text' },
    filters: [],
    columns: registrationColumns(t),
    sortColumn: 'registration_date',
    nameOf: (row) => row.email,
    deletesPromptly: true,
    isDeletedSingly: true,
    deleteRefusal: () => null,
    actions: (row, { can }) =>
      can('can_write') ? [{ key: 'let-in', label: t('Let in'), icon: LoginOutlined, onSelect: () => letIn(row) }] : [],
  };
}

/** Who asked for an account and has not used the link yet. */
export function RegistrationListPage() {
  const t = useT();
  const invalidate = useInvalidate();
  const list = useCallback((letIn: EditRow<WireRegistration>) => registrationList(t, letIn), [t]);
  return (
    <FormListPage
      list={list}
      form={({ row, onClose, onSaved }) =>
        row === null ? null : (
          <LetInModal
            registration={row}
            onClose={onClose}
            onLetIn={() => {
              onSaved();
              void invalidate(resources.users);
            }}
          />
        )
      }
    />
  );
}
