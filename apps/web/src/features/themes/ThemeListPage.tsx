import { BgColorsOutlined, EditOutlined, EyeOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons-svg';
import { themeEndpoints, type WireTheme } from '@powerset/contract';
import { Badge, sayBeside, textRoles } from '@powerset/ui';
import { useCallback } from 'react';
import { api, errorText, listPage, resources, toListQuery, useInvalidate, useRenewSession } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import {
  changedColumn,
  creatorColumn,
  creatorFilter,
  type EditRow,
  FormListPage,
  type ListColumn,
  type ListDefinition,
  NameLine,
  type RowAction,
} from '../../lists/index.ts';
import { useSession } from '../../shell/index.ts';
import { tryTheme } from '../../theming/index.ts';
import { ThemeModal } from './ThemeModal.tsx';
import { ThemeSwatches } from './ThemeSwatches.tsx';
import { documentOf } from './theme-form.ts';

type T = ReturnType<typeof useT>;
type Look = 'light' | 'dark';

function themeColumns(t: T): readonly ListColumn<WireTheme>[] {
  return [
    {
      key: 'theme_name',
      header: t('Name'),
      sortKey: 'theme_name',
      render: (row) => (
        <NameLine thumbnail={<ThemeSwatches text={row.json_data} />}>
          <span dir="auto" className={textRoles.truncated}>
            {row.theme_name}
          </span>
        </NameLine>
      ),
    },
    {
      key: 'look',
      header: t('Look of the product'),
      width: 180,
      isSecondary: true,
      render: (row) => (
        <>
          {row.is_system_default ? <Badge icon={SunOutlined}>{t('Light')}</Badge> : null}{' '}
          {row.is_system_dark ? <Badge icon={MoonOutlined}>{t('Dark')}</Badge> : null}
        </>
      ),
    },
    creatorColumn(t),
    changedColumn(t),
  ];
}

const isOfProduct = (row: WireTheme) => row.is_system_default || row.is_system_dark;

interface ListParts {
  readonly edit: EditRow<WireTheme>;
  readonly isAdmin: boolean;
  /** Null gives the product its own look again. */
  readonly setLook: (look: Look, id: number | null) => void;
}

function lookActions(t: T, row: WireTheme, { setLook }: ListParts): readonly RowAction[] {
  const action = (look: Look, isWorn: boolean, label: string): RowAction => ({
    key: `look-${look}`,
    label,
    icon: look === 'light' ? SunOutlined : MoonOutlined,
    onSelect: () => setLook(look, isWorn ? null : row.id),
  });
  const { is_system_default: isLight, is_system_dark: isDark } = row;
  return [
    action(
      'light',
      isLight,
      isLight ? t('No longer the light look of the product') : t('Make it the light look of the product'),
    ),
    action(
      'dark',
      isDark,
      isDark ? t('No longer the dark look of the product') : t('Make it the dark look of the product'),
    ),
  ];
}

/** Which dashboards lose their look, of those that the person may see. */
async function deletionWarning(t: T, { id }: WireTheme): Promise<string | null> {
  const filters = [{ col: 'theme', opr: 'rel_o_m', value: id }];
  const { count } = await listPage(resources.dashboards, toListQuery({ filters, orderColumn: 'id', pageSize: 1 }));
  if (count === 0) return null;
  return count === 1
    ? t('1 dashboard will look as the product does.')
    : t('{{count}} dashboards will look as the product does.', { count });
}

function themeList(t: T, parts: ListParts): ListDefinition<typeof themeEndpoints> {
  const { edit, isAdmin } = parts;
  return {
    resource: resources.themes,
    title: t('Themes'),
    icon: BgColorsOutlined,
    emptyText: t('No themes yet'),
    emptyHelp: t('A theme gives the product, or single dashboards, your name, logo, colors and letters.'),
    searchPlaceholder: t('Search themes'),
    search: { col: 'theme_name', opr: 'theme_all_text' },
    filters: [creatorFilter(t)],
    columns: themeColumns(t),
    nameOf: (row) => row.theme_name,
    create: { label: t('Theme'), onCreate: () => edit(null) },
    hasExport: true,
    hasImport: true,
    deleteRefusal: (row) => (isOfProduct(row) ? t('It is the look of the product. Choose another look first.') : null),
    deleteWarning: (row) => deletionWarning(t, row),
    actions: (row, { can }) => [
      ...(can('can_write') && (isAdmin || !isOfProduct(row))
        ? [{ key: 'edit', label: t('Edit'), icon: EditOutlined, onSelect: () => edit(row) }]
        : []),
      {
        key: 'try',
        label: t('Preview'),
        icon: EyeOutlined,
        onSelect: () => void tryTheme({ name: row.theme_name, document: documentOf(row.json_data) }),
      },
      ...(isAdmin ? lookActions(t, row, parts) : []),
    ],
  };
}

function useSetLook() {
  const invalidate = useInvalidate();
  const renewSession = useRenewSession();
  return useCallback(
    async (look: Look, id: number | null) => {
      const say = sayBeside();
      const { setSystemDefault, setSystemDark, unsetSystemDefault, unsetSystemDark } = themeEndpoints;
      try {
        if (id === null) await api.callEndpoint(look === 'light' ? unsetSystemDefault : unsetSystemDark);
        else await api.callEndpoint(look === 'light' ? setSystemDefault : setSystemDark, { params: { id } });
        await renewSession();
        await invalidate(resources.themes);
      } catch (error) {
        say.danger(errorText(error));
      }
    },
    [invalidate, renewSession],
  );
}

/** All themes. */
export function ThemeListPage() {
  const t = useT();
  const { user } = useSession();
  const isAdmin = 'Admin' in (user?.roles ?? {});
  const setLook = useSetLook();
  const list = useCallback(
    (edit: EditRow<WireTheme>) => themeList(t, { edit, isAdmin, setLook: (look, id) => void setLook(look, id) }),
    [t, isAdmin, setLook],
  );
  return <FormListPage list={list} form={({ row, ...events }) => <ThemeModal theme={row} {...events} />} />;
}
