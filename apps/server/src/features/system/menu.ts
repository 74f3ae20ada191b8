import type { WireMenuPart } from '@powerset/contract';
import { can, type User } from '../../access/index.ts';

interface Page {
  readonly name: string;
  readonly url: string;
  readonly label?: string;
}

interface Part {
  readonly name: string;
  readonly url?: string;
  readonly pages?: readonly Page[];
}

/** By the names under which roles are given them. */
const parts: readonly Part[] = [
  { name: 'Dashboards', url: '/dashboard/list/' },
  { name: 'Charts', url: '/chart/list/' },
  { name: 'Datasets', url: '/tablemodelview/list/' },
  {
    name: 'SQL Lab',
    pages: [
      { name: 'SQL Editor', label: 'SQL Lab', url: '/superset/sqllab/' },
      { name: 'Saved Queries', url: '/savedqueryview/list/' },
      { name: 'Query Search', label: 'Query History', url: '/superset/sqllab/history/' },
    ],
  },
  { name: 'Data', pages: [{ name: 'Databases', url: '/databaseview/list/' }] },
  {
    name: 'Manage',
    pages: [
      { name: 'Alerts & Report', url: '/alert/list/' },
      { name: 'Annotation Layers', url: '/annotationlayer/list/' },
      { name: 'CSS Templates', url: '/csstemplatemodelview/list/' },
      { name: 'Themes', url: '/theme/list/' },
      { name: 'Tags', url: '/superset/tags/' },
    ],
  },
  {
    name: 'Security',
    pages: [
      { name: 'List Users', url: '/users/list/' },
      { name: 'List Roles', url: '/roles/list/' },
      { name: 'List Groups', url: '/list_groups/' },
      { name: 'Row Level Security', url: '/rowlevelsecurity/list/' },
      { name: 'Action Log', url: '/actionlog/list/' },
    ],
  },
];

/** The menu as the reference tells it: what the person may not open is left out, and a part without pages too. */
export function toMenu(user: User): readonly WireMenuPart[] {
  const isOpen = ({ name }: { readonly name: string }) => can(user, 'menu_access', name);
  return parts.filter(isOpen).flatMap(({ name, url, pages = [] }) => {
    const childs = pages.filter(isOpen).map((page) => ({ label: page.name, icon: '', ...page }));
    return url === undefined && childs.length === 0 ? [] : [{ name, label: name, url: url ?? '', icon: '', childs }];
  });
}
