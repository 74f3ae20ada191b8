import { EditOutlined, FilterOutlined } from '@ant-design/icons-svg';
import type { rowLevelRuleEndpoints, WireRowLevelRule } from '@powerset/contract';
import { classNames, textRoles } from '@powerset/ui';
import { useCallback } from 'react';
import { resources } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import {
  changedColumn,
  type EditRow,
  FirstOf,
  FormListPage,
  type ListColumn,
  type ListDefinition,
  NameText,
} from '../../lists/index.ts';
import { RuleModal } from './RuleModal.tsx';

type T = ReturnType<typeof useT>;
type Edit = EditRow<WireRowLevelRule>;

function ruleColumns(t: T): readonly ListColumn<WireRowLevelRule>[] {
  return [
    { key: 'name', header: t('Name'), width: 240, sortKey: 'name', render: (row) => <NameText>{row.name}</NameText> },
    {
      key: 'binds',
      header: t('Binds'),
      width: 220,
      sortKey: 'filter_type',
      isSecondary: true,
      render: (row) => <Binding rule={row} />,
    },
    {
      key: 'tables',
      header: t('Datasets'),
      width: 200,
      isSecondary: true,
      render: (row) => <FirstOf names={row.tables.map(({ table_name }) => table_name)} />,
    },
    {
      key: 'clause',
      header: t('Clause'),
      sortKey: 'clause',
      isSecondary: true,
      render: (row) => (
        <code dir="auto" className={classNames(textRoles.secondary, textRoles.truncated)}>
          {row.clause}
        </code>
      ),
    },
    groupColumn(t),
    changedColumn(t),
  ];
}

function groupColumn(t: T): ListColumn<WireRowLevelRule> {
  return {
    key: 'group_key',
    header: t('Group key'),
    width: 140,
    sortKey: 'group_key',
    isSecondary: true,
    render: (row) => <span className={textRoles.secondary}>{row.group_key}</span>,
  };
}

function Binding({ rule }: { readonly rule: WireRowLevelRule }) {
  const t = useT();
  const names = rule.roles.map(({ name }) => name);
  if (rule.filter_type === 'Regular') return <FirstOf names={names} />;
  const text = names.length === 0 ? t('Everybody') : t('Everybody but {{roles}}', { roles: names.join(', ') });
  return (
    <span dir="auto" className={classNames(textRoles.secondary, textRoles.truncated)}>
      {text}
    </span>
  );
}

function ruleList(t: T, edit: Edit): ListDefinition<typeof rowLevelRuleEndpoints> {
  const any = { anyLabel: t('Any') };
  return {
    resource: resources.rowLevelRules,
    title: t('Row-level security'),
    icon: FilterOutlined,
    emptyText: t('No rules yet'),
    emptyHelp: t('A rule leaves a role only those rows of a dataset that meet its clause.'),
    searchPlaceholder: t('Search rules'),
    search: { col: 'name', opr: 'rule_all_text' },
    filters: [
      {
        ...any,
        key: 'tables',
        label: t('Dataset'),
        col: 'tables',
        opr: 'rel_m_m',
        source: { kind: 'related', column: 'tables' },
      },
      {
        ...any,
        key: 'roles',
        label: t('Role'),
        col: 'roles',
        opr: 'rel_m_m',
        source: { kind: 'related', column: 'roles' },
      },
    ],
    columns: ruleColumns(t),
    nameOf: (row) => row.name,
    create: { label: t('Rule'), onCreate: () => edit(null) },
    deletesPromptly: true,
    deleteRefusal: () => null,
    deleteWarning: async () => t('Whom it binds sees all rows from then on that no other rule takes away.'),
    actions: (row, { can }) =>
      can('can_write') ? [{ key: 'edit', label: t('Edit'), icon: EditOutlined, onSelect: () => edit(row) }] : [],
  };
}

/** Which rows of datasets roles see. */
export function RuleListPage() {
  const t = useT();
  const list = useCallback((edit: Edit) => ruleList(t, edit), [t]);
  return <FormListPage list={list} form={({ row, ...events }) => <RuleModal rule={row} {...events} />} />;
}
