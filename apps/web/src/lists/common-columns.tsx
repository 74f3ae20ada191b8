import type { WireUserSummary } from '@powerset/contract';
import { textRoles } from '@powerset/ui';
import { formatWhen, parseServerTime, type useT } from '../i18n/index.ts';
import { FirstOf, Owners, When } from './cells.tsx';
import type { ListColumn } from './list-definition.ts';

type T = ReturnType<typeof useT>;

interface WithOwners {
  readonly owners?: readonly WireUserSummary[];
}

export function ownersColumn<Row extends WithOwners>(t: T, width = 120): ListColumn<Row> {
  return {
    key: 'owners',
    header: t('Owner'),
    width,
    isSecondary: true,
    render: (row) => <Owners users={row.owners} />,
  };
}

interface WithCreator {
  readonly created_by?: WireUserSummary | null;
}

export function creatorColumn<Row extends WithCreator>(t: T): ListColumn<Row> {
  return {
    key: 'created_by',
    header: t('Created by'),
    width: 180,
    isSecondary: true,
    render: (row) => (
      <span className={textRoles.secondary}>
        {[row.created_by?.first_name, row.created_by?.last_name].filter(Boolean).join(' ')}
      </span>
    ),
  };
}

interface WithTags {
  readonly tags?: readonly { readonly name: string }[];
}

export function tagsColumn<Row extends WithTags>(t: T, width = 130): ListColumn<Row> {
  return {
    key: 'tags',
    header: t('Tags'),
    width,
    isSecondary: true,
    render: (row) => <FirstOf names={(row.tags ?? []).map((tag) => tag.name)} />,
  };
}

interface WithDatabase {
  readonly database?: { readonly database_name: string } | null;
}

export function databaseColumn<Row extends WithDatabase>(t: T, width: number): ListColumn<Row> {
  return {
    key: 'database',
    header: t('Database'),
    width,
    sortKey: 'database.database_name',
    isSecondary: true,
    render: (row) => <span className={textRoles.secondary}>{row.database?.database_name}</span>,
  };
}

interface WithSchema {
  readonly schema: string | null;
}

export function schemaColumn<Row extends WithSchema>(t: T, width: number): ListColumn<Row> {
  return {
    key: 'schema',
    header: t('Schema'),
    width,
    sortKey: 'schema',
    isSecondary: true,
    render: (row) => <span className={textRoles.secondary}>{row.schema}</span>,
  };
}

/** When it was saved last, by whichever field of the wire says so. */
interface WithChange {
  readonly changed_on?: string | null;
  readonly changed_on_utc?: string | null;
  readonly changed_on_delta_humanized?: string;
}

const changeTimeOf = (row: WithChange) => row.changed_on_utc ?? row.changed_on;

export function changedColumn<Row extends WithChange>(t: T, width = 140): ListColumn<Row> {
  return {
    key: 'changed',
    header: t('Modified'),
    width,
    isNumeric: true,
    sortKey: 'changed_on_delta_humanized',
    render: (row) => <When time={changeTimeOf(row)} fallback={row.changed_on_delta_humanized} />,
  };
}

/** The same in few words, for cards. */
export function whenText(row: WithChange): string {
  const time = parseServerTime(changeTimeOf(row));
  return time === null
    ? (row.changed_on_delta_humanized ?? '')
    : formatWhen(time, Date.now(), document.documentElement.lang);
}
