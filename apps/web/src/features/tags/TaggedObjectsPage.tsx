import { AreaChartOutlined, CodeOutlined, DashboardOutlined, TableOutlined, TagsOutlined } from '@ant-design/icons-svg';
import { tagEndpoints, type WireTaggedObject } from '@powerset/contract';
import { Button, classNames, EmptyState, Icon, type IconType, TableSkeleton, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { ApiError, api, resources, useItem } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { When } from '../../lists/index.ts';
import { addresses, ErrorView, NotFoundPage, usePageTitle } from '../../shell/index.ts';
import styles from './TaggedObjectsPage.module.css';

/** More are not answered at once; whoever has more searches the lists by tag. */
const mostObjects = 1000;

type Kind = WireTaggedObject['type'];

function useKinds(): readonly { readonly kind: Kind; readonly title: string; readonly icon: IconType }[] {
  const t = useT();
  return [
    { kind: 'dashboard', title: t('Dashboards'), icon: DashboardOutlined },
    { kind: 'chart', title: t('Charts'), icon: AreaChartOutlined },
    { kind: 'query', title: t('Saved queries'), icon: CodeOutlined },
    { kind: 'dataset', title: t('Datasets'), icon: TableOutlined },
  ];
}

/** All objects with one tag that the user may see, by kind. */
export function TaggedObjectsPage() {
  const t = useT();
  const id = Number(useSearchParams()[0].get('id'));
  const tag = useItem(resources.tags, id);
  const name = tag.data?.name ?? '';
  usePageTitle(name || t('Tags'));
  const objects = useQuery({
    queryKey: [resources.tags.name, 'objects', id],
    queryFn: ({ signal }) =>
      api.callEndpoint(tagEndpoints.objects, {
        query: { tagIds: String(id), page: '0', page_size: String(mostObjects) },
        signal,
      }),
    enabled: id > 0,
  });
  if (!(id > 0) || (tag.error instanceof ApiError && tag.error.status === 404)) return <NotFoundPage />;
  const failure = tag.error ?? objects.error;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Icon of={TagsOutlined} />
        <h1>{name || t('Tag')}</h1>
        <span className={classNames(textRoles.muted, textRoles.numbers)}>{objects.data?.count}</span>
        <Link className={styles.all} to={addresses.tags}>
          {t('All tags')}
        </Link>
      </header>
      {tag.data?.description ? <p className={styles.description}>{tag.data.description}</p> : null}
      {failure ? (
        <ErrorView
          title={t('The objects with this tag could not be loaded')}
          error={failure}
          actions={
            <Button size="small" onClick={() => void Promise.all([tag.refetch(), objects.refetch()])}>
              {t('Try again')}
            </Button>
          }
        />
      ) : null}
      {objects.data ? <Groups objects={objects.data.result} /> : null}
      {objects.data || failure ? null : <TableSkeleton />}
    </div>
  );
}

function Groups({ objects }: { readonly objects: readonly WireTaggedObject[] }) {
  const t = useT();
  const kinds = useKinds();
  if (objects.length === 0)
    return (
      <EmptyState
        icon={TagsOutlined}
        title={t('Nothing carries this tag yet')}
        text={t('Tags are given in the lists of charts, dashboards and saved queries.')}
      />
    );
  return kinds.map(({ kind, title, icon }) => {
    const rows = objects.filter((object) => object.type === kind);
    return rows.length === 0 ? null : (
      <section key={kind} className={styles.group} aria-label={title}>
        <h2>{title}</h2>
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <Icon of={icon} />
              <Link dir="auto" className={textRoles.truncated} to={row.url}>
                {row.name}
              </Link>
              <span dir="auto" className={classNames(textRoles.secondary, textRoles.truncated)}>
                {row.owners.map((owner) => `${owner.first_name} ${owner.last_name}`).join(', ')}
              </span>
              <When time={row.changed_on} fallback="" />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
